/** An error that the user can fix: shown as one line, without a stack. */
export class Failure extends Error {}

/** Runs a command; a Failure becomes one line and exit code 1. Anything else is a bug in the script and is shown whole. */
export async function runCommand(command) {
  try {
    await command()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    process.stderr.write(`portico: ${error.message}\n`)
    process.exitCode = 1
  }
}
