/** The address of builds that name no service: reserved, so it reaches nobody; the local host routes it to the sandbox. */
export const SANDBOX_BASE_URL = "https://sandbox.sheetscout.example";
