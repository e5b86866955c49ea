import { KeyForm } from "../key-form";
import { useNavigation } from "../shell/navigation";

/** The one step that everything else waits for. */
export function FirstRun() {
  const { focusPage } = useNavigation();
  return (
    <section>
      <h2>Connect your account</h2>
      <p class="soft">
        Paste the API key of your account. Checking it is free. It is kept for you alone: nobody else who works in this
        sheet can read it.
      </p>
      <KeyForm label="API key" onSaved={focusPage} />
    </section>
  );
}
