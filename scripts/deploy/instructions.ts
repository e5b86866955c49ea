import type { OwnProject } from "./own-project";

export const PROJECT_WANTED = [
  "There is no Apps Script project of yours yet. Either make one, bound to a new sheet:",
  '  npm run deploy -- --create "My list" --service https://your-service.example',
  "or name one that you have (in its editor: Project Settings ▸ Script ID):",
  "  npm run deploy -- --script-id ID --service https://your-service.example",
].join("\n");

export const SERVICE_WANTED = [
  "Name the service that the add-on is to call: npm run deploy -- --service https://your-service.example",
  "(or the variable SERVICE_BASE_URL). To try the sandbox on Google, put npm run service behind an https tunnel and name",
  "the tunnel; its own reserved address reaches nobody there.",
].join("\n");

const scriptAddress = ({ scriptId }: OwnProject): string => `https://script.google.com/d/${scriptId}/edit`;
const sheetAddress = (sheetId: string): string => `https://docs.google.com/spreadsheets/d/${sheetId}/edit`;

/** The steps after a push, one line each. */
export function nextSteps(project: OwnProject & { version: string; isSandbox: boolean }): string[] {
  const { sheetId, formulaPrefix = "", isSandbox, version } = project;
  const formula = `=${formulaPrefix}VERIFY_EMAIL("${isSandbox ? "ada.valid@reliable.example" : "somebody@your-company.example"}")`;
  const key = isSandbox ? "choose one of the sandbox's keys" : "paste your API key";
  const first = `then ${key} and try ${formula} in a cell.`;
  const script = `  Script: ${scriptAddress(project)}`;
  if (sheetId === undefined) {
    return [
      `Sheetscout ${version} is in your script.`,
      script,
      "Next: in the script, Deploy ▸ Test deployments ▸ Editor Add-on ▸ Create new test, with a sheet of yours. If the script",
      "  is bound to a sheet, reload the sheet instead and open Extensions ▸ (name of the script) ▸ Open sidebar.",
      `  ${EVERY_BOX} ${capitalised(first)}`,
    ];
  }
  return [
    `Sheetscout ${version} is in your sheet.`,
    `  Sheet:  ${sheetAddress(sheetId)}`,
    script,
    "Next: open the sheet (reload it if it is open), wait for the menu Extensions ▸ (its name) ▸ Open sidebar, allow what",
    "  Google asks (Advanced ▸ Go to …: the script is your own, so Google has not verified it).",
    `  ${EVERY_BOX} ${capitalised(first)}`,
  ];
}

const EVERY_BOX = "Tick every box that Google shows; if nothing opens, choose the menu item again.";

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The steps after a push of the live check. */
export const checkSteps = (project: OwnProject): string[] => [
  "The live check is in its own sheet.",
  ...(project.sheetId === undefined ? [] : [`  Sheet:  ${sheetAddress(project.sheetId)}`]),
  `  Script: ${scriptAddress(project)}`,
  "Next: open the sheet (reload it if it is open), wait for the menu Sheetscout check ▸ Run the live check, allow what Google",
  "  asks, and choose it again until a text appears. Paste that text into an issue; it names no people and no files.",
];
