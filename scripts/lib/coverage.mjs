const idLists = /(?<=\S)(?:\s+\[[A-Z][A-Z0-9]*-\d+(?:,\s*[A-Z][A-Z0-9]*-\d+)*\])+$/

/** The requirement ids that a test title ends with: `longer paths match first [SHELL-11, SHELL-12]`. */
export function idsOf(title) {
  return idLists.exec(title)?.[0].match(/[A-Z][A-Z0-9]*-\d+/g) ?? []
}

/**
 * The lines of spec/requirements.tsv, by the names in its first line.
 * @returns {Record<string, string>[]}
 */
export function readRequirements(text) {
  const [header = '', ...lines] = text.split(/\r?\n/).filter(line => line !== '')
  const names = header.split('\t')
  return lines.map(line => Object.fromEntries(line.split('\t').map((value, index) => [names[index], value])))
}

/**
 * Which requirements have a passing test and no failing one that names them, per area, and which ids are unknown.
 * @param {Record<string, string>[]} requirements
 * @param {{ title: string, outcome: string }[]} tests
 */
export function measureCoverage(requirements, tests) {
  const named = outcome => new Set(tests.filter(test => test.outcome === outcome).flatMap(test => idsOf(test.title)))
  const passing = named('passed')
  const failing = named('failed')
  const known = new Set(requirements.map(({ id }) => id))
  const isCovered = ({ id }) => passing.has(id) && !failing.has(id)
  const areas = [...new Set(requirements.map(({ area }) => area))].map(area => {
    const lines = requirements.filter(requirement => requirement.area === area)
    return { area, covered: lines.filter(isCovered).length, total: lines.length }
  })
  return {
    covered: requirements.filter(isCovered).length,
    total: requirements.length,
    areas,
    missing: requirements.filter(requirement => !isCovered(requirement)),
    unknown: [...new Set(tests.flatMap(test => idsOf(test.title)))].filter(id => !known.has(id)),
  }
}
