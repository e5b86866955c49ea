/** A time to wait in words: "about 25 minutes", "less than a minute". */
export function writeDuration(seconds: number): string {
  if (seconds < 45) return "less than a minute";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return minutes <= 1 ? "about a minute" : `about ${minutes} minutes`;
  const hours = Math.round(minutes / 30) / 2;
  return hours === 1 ? "about an hour" : `about ${hours} hours`;
}
