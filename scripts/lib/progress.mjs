/** Says what is being done, and when it is done how long it took. */
export async function step(label, work) {
  const begun = performance.now()
  process.stdout.write(`${label} … `)
  try {
    const result = await work()
    process.stdout.write(`${seconds(begun)}\n`)
    return result
  } catch (error) {
    process.stdout.write('failed\n')
    throw error
  }
}

/** The time since `begun` as a person reads it. */
export function seconds(begun) {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`
}
