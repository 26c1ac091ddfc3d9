/** The report: what is promised, one line for each export. Exports of the last report keep the version that they came with. */
export function toReport(api, version, before) {
  const [major, minor] = version.split('.')
  const entries = Object.entries(api.entries).map(([entry, listed]) => {
    const lines = listed.map(({ name, kind, stability, signature }) => {
      const since = before?.entries[entry]?.[name]?.since ?? `${major}.${minor}`
      return [name, { kind, stability, since, signature }]
    })
    return [entry, Object.fromEntries(lines)]
  })
  return { api: Number(major), entries: Object.fromEntries(entries), reached: api.reached }
}

export function reportText({ api, entries, reached }) {
  const blockOf = values =>
    `{\n${Object.entries(values)
      .map(([name, each]) => `    ${JSON.stringify(name)}: ${JSON.stringify(each)}`)
      .join(',\n')}\n  }`
  const blocks = Object.entries(entries).map(([entry, exports]) => `  ${JSON.stringify(entry)}: ${blockOf(exports)}`)
  return `{\n"api": ${api},\n"entries": {\n${blocks.join(',\n')}\n},\n"reached": ${blockOf(reached)}\n}\n`
}

/** The page that lists every export, under the headings of the entries. */
export function pageText(api, report, version) {
  const sections = Object.entries(api.entries).map(([entry, listed]) => {
    const groups = new Map()
    for (const each of listed) groups.set(each.group, [...(groups.get(each.group) ?? []), each])
    const lists = [...groups].map(([group, found]) => {
      const heading = found[0].stability === 'experimental' ? `${group} (experimental)` : group
      return `### ${heading}\n\n${found.map(each => lineOf(each, report.entries[entry][each.name])).join('\n')}`
    })
    return `## @portico/plugin/${entry}\n\n${lists.join('\n\n')}`
  })
  return `${introduction(version)}\n${sections.join('\n\n')}\n`
}

const introduction = version => `# The plugin API

\`@portico/plugin\` ${version}: all that plugins from outside can import, besides \`zod\` and \`kysely\` on the server, and \`react\`, \`react-dom\`, \`react-router\` and \`@tanstack/react-query\` in the browser. The package has the types. The portal that runs the plugin has the code.

A stable export stays, with its signature, until the next major version. An experimental one may change with a minor version. \`npm run plugin-api\` writes this page from \`plugin-api/\`.
`

function lineOf({ name, kind, about }, { stability, since }) {
  const [first = ''] = about.split(/(?<=[.!?]) (?=[A-Z])/)
  return `- \`${name}\`: ${kind}, ${stability} since ${since}.${first ? ` ${first.replaceAll('<', '\\<').replaceAll(/([^.!?])$/g, '$1.')}` : ''}`
}
