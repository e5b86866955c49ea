/** Defined by the build (design 3.2): https, without a slash at its end. */
declare const SERVICE_BASE_URL: string;

/** Where the service is. */
export const serviceBaseUrl = (): string => SERVICE_BASE_URL;

/** Defined by the build: true if the sandbox answers there, whose public keys are offered. */
declare const SERVICE_IS_SANDBOX: boolean;

/** True if the add-on is built for the sandbox. */
export const serviceIsSandbox = (): boolean => SERVICE_IS_SANDBOX;
