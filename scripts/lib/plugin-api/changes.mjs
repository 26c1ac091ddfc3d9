/**
 * What a plugin that was written for `before` may miss in `now`: `gone` exports, and `changed` signatures. Of experimental exports neither
 * counts. Both are as `toReport` makes them.
 */
export function changesOf(before, now) {
  const gone = []
  const changed = []
  for (const [entry, exports] of Object.entries(before.entries)) {
    for (const [name, { stability, signature }] of Object.entries(exports)) {
      if (stability === 'experimental') continue
      const found = now.entries[entry]?.[name]
      if (!found || found.stability === 'experimental') gone.push(`${name} of @portico/plugin/${entry}`)
      else if (found.signature !== signature)
        changed.push(`${name} of @portico/plugin/${entry}\n    was ${signature}\n    is  ${found.signature}`)
    }
  }
  for (const [name, signature] of Object.entries(before.reached)) {
    const found = now.reached[name]
    if (found !== undefined && found !== signature) changed.push(`${name}, part of exports\n    was ${signature}\n    is  ${found}`)
  }
  return { gone, changed }
}

/** Why the report cannot be as it is now; undefined where nothing of it is lost. */
export function breach(before, now, { compatible = false } = {}) {
  if (before.api !== now.api) return undefined
  const { gone, changed } = changesOf(before, now)
  const lines = []
  if (gone.length > 0)
    lines.push(
      `These stable exports of the plugin API are gone:\n  ${gone.join('\n  ')}`,
      'Plugins of others import them: keep them, or raise the major of plugin-api/package.json and pluginApi.',
    )
  if (changed.length > 0 && !compatible)
    lines.push(
      `These signatures of the plugin API are others:\n  ${changed.join('\n  ')}`,
      'If each plugin that was written for the old ones still compiles and runs: npm run plugin-api -- --compatible',
      'If not: keep them, or raise the major of plugin-api/package.json and pluginApi.',
    )
  return lines.length > 0 ? lines.join('\n') : undefined
}
