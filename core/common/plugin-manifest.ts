import { z } from 'zod'

/** The major versions of the plugin API that this portal has. */
export const pluginApiMajors = [1] as const

/** What a plugin is called: its routes are at `/api/<id>`, its tables in a schema of that name. */
export const pluginIdPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

const maxEntries = 200
const name = z.string().min(1).max(200)
const names = z.array(name).max(maxEntries)

/** A file of the package, as seen from its package.json: `./dist/web.mjs`. It leads to no other folder. */
function packageFile(ending: RegExp, example: string) {
  return z
    .string()
    .max(300)
    .regex(/^\.\/(?!.*(?:^|\/)\.\.?(?:\/|$))[\w.@+-]+(?:\/[\w.@+-]+)*$/, `expected a file of the package, such as ${example}`)
    .regex(ending, `expected a file such as ${example}`)
}

/** The field `portico` of a plugin's package.json. What it lists is a promise: a plugin that does more is refused. */
export const PluginManifest = z.strictObject({
  api: z
    .string()
    .max(100)
    .regex(/^[\d\s.^~<>=|*x-]+$/, "expected a range of versions of the plugin API, such as '1'")
    .describe('Which versions of the plugin API it works with, as a semver range'),
  id: z
    .string()
    .max(40)
    .regex(pluginIdPattern, 'expected lower-case words joined by hyphens')
    .describe('Its id: routes are at /api/<id>, tables in a schema of that name'),
  server: packageFile(/\.m?js$/, './dist/server.mjs')
    .optional()
    .describe('The module whose default export is the server plugin'),
  web: packageFile(/\.m?js$/, './dist/web.mjs')
    .optional()
    .describe('The module whose default export is the web plugin'),
  styles: z
    .array(packageFile(/\.css$/, './dist/web.css'))
    .max(20)
    .default([])
    .describe('Style sheets of its pages'),
  permissions: names.optional().describe('The permissions that it declares'),
  hosts: z
    .array(
      z
        .string()
        .max(200)
        .regex(/^(?:\*\.)?[\w.-]+(?::\d{1,5})?$/, 'expected a host such as api.acme.example or *.acme.example:8443'),
    )
    .max(maxEntries)
    .default([])
    .describe('The hosts that its server calls'),
  tables: names.optional().describe('Its tables'),
  slots: names.optional().describe('The slots that its pages fill'),
  routes: z
    .array(
      z
        .string()
        .max(300)
        .regex(/^(?:GET|POST|PUT|PATCH|DELETE) \//, "expected a method and a path, such as 'GET /entries'"),
    )
    .max(maxEntries)
    .optional()
    .describe('The routes of its server, below /api/<id>'),
  isolation: z.enum(['none', 'process']).optional().describe('How its server had best be run; the config of the portal decides'),
})
export type PluginManifest = z.output<typeof PluginManifest>
