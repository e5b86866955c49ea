/** A key of the sandbox, public; the real service knows nobody by it. */
const SANDBOX_KEY = "sandbox-key";

/** A tunnel that forwards to nothing can hold a connection open. */
const PATIENCE_MS = 10_000;

/**
 * Asks who answers at the service's address.
 * @returns "sandbox" if it takes the sandbox's public key, "unnamed" if it is the sandbox and does not know of its
 *   tunnel, "silent" if nothing answers, else "service"
 */
export async function probeService(
  ask: typeof fetch,
  baseUrl: string,
): Promise<"sandbox" | "unnamed" | "service" | "silent"> {
  try {
    const response = await ask(`${baseUrl}/account-information`, {
      method: "POST",
      headers: { "X-KEY": SANDBOX_KEY, "Content-Type": "application/json" },
      body: "{}",
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    // A tunnel whose other end is down answers too, with a page of its own.
    if (response.status >= 500) return "silent";
    const answer = await response.text();
    if (response.status !== 200) return answer.includes("--public-host") ? "unnamed" : "service";
    return answer.includes('"current_plan"') ? "sandbox" : "service";
  } catch {
    return "silent";
  }
}
