import type { SandboxKey } from "../../src/settings/views";

interface SandboxKeysProps {
  keys: SandboxKey[];
  onChoose: (key: string) => void;
}

/** The public keys of the sandbox, each a button: they are no secrets. */
export function SandboxKeys({ keys, onChoose }: SandboxKeysProps) {
  return (
    <div class="sandbox-keys">
      <h3>Or try it in the sandbox</h3>
      <p class="small soft">Made-up companies and emails, credits that cost nothing.</p>
      <ul>
        {keys.map(({ key, gives }) => (
          <li key={key}>
            <button type="button" onClick={() => onChoose(key)}>
              <strong>{key}</strong>
              <span class="small soft">{gives}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
