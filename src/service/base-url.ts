/** Defined by the build (design 3.2): https, without a slash at its end. */
declare const SERVICE_BASE_URL: string;

/** Where the service is. */
export const serviceBaseUrl = (): string => SERVICE_BASE_URL;
