/** Why a plugin from outside is not taken. Its message is for who runs the portal. */
export class PackageProblem extends Error {
  override readonly name = 'PackageProblem'
}

/** The message of any error, in one line. */
export function problemText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
