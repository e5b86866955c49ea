import { render } from "preact";

render(<p>Sheetscout</p>, document.body);
