/** The words in which Google's services refuse. */
export const MESSAGES = {
  noPermission: (method: string) => `You do not have permission to call ${method}`,
  scopeMissing: (method: string, scopes: string) =>
    `You do not have permission to call ${method}. Required permissions: ${scopes}`,
  scopeNotListed: (method: string, scopes: string) =>
    `Specified permissions are not sufficient to call ${method}. Required permissions: ${scopes}`,
  authorizationRequired: () => "Authorization is required to perform that action.",
  noUi: () => "Cannot call SpreadsheetApp.getUi() from this context.",
  signature: (types: string, method: string) =>
    `The parameters (${types}) don't match the method signature for ${method}.`,
  cannotConvert: (value: string, type: string) => `Cannot convert ${value} to ${type}.`,
  nullArgument: (name: string) => `Argument cannot be null: ${name}`,
  invalidArgument: (name: string) => `Invalid argument: ${name}`,
  tooLarge: (name: string) => `Argument too large: ${name}`,
  storeFull: () => "You have exceeded the property storage quota. Please remove some properties and try again.",
  tooManyToday: (service: string) => `Service invoked too many times for one day: ${service}.`,
  tooOften: (service: string) =>
    `Service invoked too many times in a short time: ${service}. Try Utilities.sleep(1000) between calls.`,
  executionTime: () => "Exceeded maximum execution time",
  tooManyRunning: () => "There are too many scripts running simultaneously for this Google user account.",
  serverError: () => "We're sorry, a server error occurred. Please wait a bit and try again.",
  serviceError: (service: string) => `Service error: ${service}`,
  serviceUnavailable: (service: string) => `Service unavailable: ${service}`,
  tooManyLockCalls: () => "There are too many LockService operations against the same script.",
  lockTimeout: () => "Lock timeout: another process was holding the lock for too long.",
  noConversion: (from: string, to: string) => `Converting from ${from} to ${to} is not supported.`,
  notBase64: () => "Could not decode string.",
  // Triggers
  tooMuchTimeToday: () => "Service using too much computer time for one day",
  tooManyTriggers: () =>
    "This script has too many triggers. Triggers must be deleted from the script before more can be added.",
  tooManyAddonTriggers: () =>
    "This add-on has created too many time-based triggers in this document for this Google user account.",
  addonInterval: () => "The recurrence interval for an Add-on trigger must be at least one hour.",
  minutesOfTrigger: () => "The value you passed to everyMinutes was invalid. It must be one of 1, 5, 10, 15 or 30.",
  triggerWithoutTime: () => "The trigger needs a time or an interval before it can be created.",
  noActiveSheet: () => "Please select an active sheet first.",
  // UrlFetchApp
  requestFailed: (host: string, status: number, body: string) =>
    `Request failed for ${host} returned code ${status}${
      body === "" ? "" : `. Truncated server response: ${body} (use muteHttpExceptions option to examine full response)`
    }`,
  dnsError: (url: string) => `DNS error: ${url}`,
  addressUnavailable: (url: string) => `Address unavailable: ${url}`,
  timeout: (url: string) => `Timeout: ${url}`,
  urlTooLong: () => "Limit Exceeded: URLFetch URL Length.",
  postTooLarge: () => "Limit Exceeded: URLFetch POST Size.",
  headersTooLarge: () => "Limit Exceeded: URLFetch Header Size.",
  responseTooLarge: () => "Limit Exceeded: URLFetch Response Size.",
  notAllowlisted: (url: string) =>
    `Request to ${url} failed because the URL has not been whitelisted in the script manifest.`,
  attribute: (what: string) => `Attribute provided with invalid value: ${what}`,
  // SpreadsheetApp
  noDocument: () => "No document is open in this context.",
  sheetGone: (id: number) => `Sheet ${id} not found`,
  outsideSheet: () => "The coordinates of the range are outside the dimensions of the sheet.",
  invalidCoordinates: () => "The coordinates or dimensions of the range are invalid.",
  tooFew: (what: "rows" | "columns") => `The number of ${what} in the range must be at least 1.`,
  rangeNotFound: () => "Range not found",
  cellTooLong: () => "Your input contains more than the maximum of 50000 characters in a single cell.",
  workbookTooLarge: () =>
    "This action would increase the number of cells in the workbook above the limit of 10000000 cells.",
  rowsDiffer: (data: number, range: number) =>
    `The number of rows in the data does not match the number of rows in the range. The data has ${data} but the range has ${range}.`,
  columnsDiffer: (data: number, range: number) =>
    `The number of columns in the data does not match the number of columns in the range. The data has ${data} but the range has ${range}.`,
  protectedCell: () =>
    "You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.",
  validation: (a1: string) => `The data you entered in cell ${a1} violates the data validation rules set on this cell.`,
  typedColumn: () => "This operation is not allowed on cells in typed columns.",
  partOfMerge: () => "You must select all cells in a merged range to merge or unmerge them.",
  mergedCells: () => "This operation is not allowed on a range with merged cells.",
  metadataPlace: () =>
    "Adding developer metadata to arbitrary ranges is not currently supported. Developer metadata may only be added to the top-level spreadsheet, an individual sheet, or an entire row or column.",
  sheetExists: (name: string) => `A sheet with the name "${name}" already exists. Please enter another name.`,
  allDeleted: (what: "rows" | "columns") => `You can't delete all the ${what} on the sheet.`,
  allUnfrozenDeleted: (what: "rows" | "columns") => `Sorry, it is not possible to delete all non-frozen ${what}.`,
  outOfBounds: (what: "rows" | "columns") => `Those ${what} are out of bounds.`,
  allFrozen: (what: "rows" | "columns") => `You can't freeze all visible ${what} on the sheet.`,
  mergeFrozen: (what: "rows" | "columns") =>
    `Sorry, you can't freeze ${what} which contain only part of a merged cell. Try to break apart merged cells or freeze more ${what} to include the complete merged cells.`,
  cellOutsideRange: () => "Cell reference out of range",
  tooManyColumns: () =>
    "This action would increase the number of columns in the worksheet above the limit of 18278 columns.",
  sheetNameTooLong: () => "The sheet name cannot be greater than 100 characters.",
  rangeName: (name: string) => `The range name "${name}" is not valid.`,
  lastVisibleSheet: () => "You can't remove all the visible sheets in a document.",
  allHidden: () => "You can't hide all the sheets in a document.",
  lastSheet: () => "You can't remove all the sheets in a document.",
  otherSheet: () => "Conditional format rule cannot reference a different sheet.",
  unprotectedRanges: () => "Unprotected ranges must lie on the sheet that is protected.",
  secondFilter: () => "You can't create a filter in a sheet that already has a filter.",
  filterGone: () => "There is no filter in this sheet.",
  visibleValues: () => "Visible values are not currently supported.",
  fileMissing: (name: string) => `No HTML file named ${name} was found.`,
  // Cells (google.custom-function-arguments, google.custom-function-results)
  wouldOverwrite: (a1: string) => `Array result was not expanded because it would overwrite data in ${a1}.`,
  insertMore: (what: "rows" | "columns", count: number) =>
    `Result was not automatically expanded, please insert more ${what} (${count}).`,
  volatileArgument: () =>
    "This function is not allowed to reference a cell with NOW(), RAND(), RANDARRAY(), or RANDBETWEEN()",
  atLine: (message: string, line: number) => `${message} (line ${line}).`,
  loading: () => "Loading...",
} as const;

const ACCENTED: Record<string, string> = {
  a: "á",
  e: "é",
  i: "î",
  o: "ö",
  u: "ü",
  A: "Å",
  E: "É",
  I: "Ï",
  O: "Ø",
  U: "Ù",
};

/**
 * The message as an account in another language sees it: unreadable to code that looks for English words, readable to
 * people; addresses, names in code and numbers stay (google.translated-errors).
 */
export function translate(message: string): string {
  return message
    .split(" ")
    .map((word) =>
      /[/._]\w/.test(word) ? word : word.replace(/[aeiouAEIOU]/g, (letter) => ACCENTED[letter] ?? letter),
    )
    .join(" ");
}
