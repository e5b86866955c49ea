import { KeyForm } from "../key-form";
import { useNavigation } from "../shell/navigation";

/** The one step that everything else waits for. */
export function FirstRun() {
  const { focusPage } = useNavigation();
  return (
    <section>
      <h2>Connect your account</h2>
      <p class="soft">
        Paste the API key of your account. It is checked first, costs nothing, and is kept in your own Google account:
        nobody else who works in this sheet can read it.
      </p>
      <KeyForm onSaved={focusPage} />
    </section>
  );
}
