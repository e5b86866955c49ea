/** A time as the service writes it (service.account-information, service.found-emails): `YYYY-MM-DD HH:MM:SS+00:00`. */
export function formatTimestamp(millisecondsSince1970: number): string {
  return `${new Date(millisecondsSince1970).toISOString().slice(0, 19).replace("T", " ")}+00:00`;
}
