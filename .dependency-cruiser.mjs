// The boundaries of the repository (docs/architecture.md), by pattern: a new plugin is inside them without a word here.
// scripts/import-boundaries.test.ts plants a violation of each rule to show that it bites.
const test = '\\.(test|e2e)\\.tsx?$'
const testing = '^(app|core|ui|plugin-api|plugins/[^/]+)/((common|server|web)/)?testing/'
const layer = '^(core/[^/]+|ui|plugin-api/[^/]+|plugins/[^/]+/[^/]+|examples/tools/[^/]+|app/web|app)/'

export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Modules that need each other are one module, or there is a third one in them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      comment: 'An import that leads nowhere, or past the entry points that a package.json exports.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|@portico/[^/]+/[^/]+\\.css$)' },
    },
    {
      name: 'relative-stays-in-its-layer',
      comment: 'Crossing a boundary is written @portico/…, also inside the same plugin.',
      severity: 'error',
      from: { path: layer },
      to: { dependencyTypes: ['local'], pathNot: '^$1/' },
    },
    {
      name: 'core-knows-no-plugin',
      severity: 'error',
      from: { path: '^(core|ui)/' },
      to: { path: '^plugins/' },
    },
    {
      name: 'ui-is-only-looks',
      comment: 'The kit knows no data, no router and nothing of the portal.',
      severity: 'error',
      from: { path: '^ui/', pathNot: test },
      to: { path: '^(core|plugins|app)/|node_modules/(react-router|@tanstack/(react-query|query-core))/' },
    },
    {
      name: 'only-the-app-composes',
      comment: 'The app names the plugins; nobody names the app.',
      severity: 'error',
      from: { pathNot: '^(app|bench|e2e)/' },
      to: { path: '^app/' },
    },
    {
      name: 'common-stands-alone',
      comment: 'Common runs in Node, in a browser and in a worker: it sees other commons and nothing else of ours.',
      severity: 'error',
      from: { path: '^(core|plugins/[^/]+)/common/', pathNot: test },
      to: { path: '^(core|ui|plugins|app)/', pathNot: '^(core|plugins/[^/]+)/common/' },
    },
    {
      name: 'no-node-in-the-browser',
      severity: 'error',
      from: { path: '^(ui|(core|plugins/[^/]+)/(common|web)|app/web)/', pathNot: `${test}|^app/web/(vite\\.config\\.ts$|build/)` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'web-never-sees-server',
      comment: 'Web and server meet only in common.',
      severity: 'error',
      from: { path: '^(ui/|(core|plugins/[^/]+)/web/|app/web/|plugin-api/web/)', pathNot: test },
      to: { path: '^(core|plugins/[^/]+)/server/' },
    },
    {
      name: 'server-never-sees-web',
      severity: 'error',
      // Both builds note their packages in the same way.
      from: { path: '^(core|plugins/[^/]+)/server/|^app/[^/]+\\.ts$', pathNot: `${test}|^app/(vite\\.config|dev)\\.ts$` },
      to: { path: '^(ui/|(core|plugins/[^/]+)/web/|app/web/)|node_modules/(react|react-dom|@mantine)/' },
    },
    {
      name: 'plugins-are-entered-by-the-entry-point',
      severity: 'error',
      from: { path: '^([^/]+/[^/]+)/' },
      to: { path: '^plugins/', pathNot: ['^$1/', '^plugins/[^/]+/[^/]+/index\\.tsx?$'] },
    },
    {
      name: 'only-tests-hold-the-portal',
      comment: 'Storage, query client and session reach plugins by refs and hooks; the portal as a whole is for core/web and core/testing.',
      severity: 'error',
      from: { pathNot: '^core/(web|testing)/' },
      to: { path: '^core/web/portal-entry\\.ts$' },
    },
    {
      name: 'sql-only-in-stores',
      comment: 'In a plugin only stores and migrations know the database.',
      severity: 'error',
      from: { path: '^plugins/', pathNot: `[/-]store\\.ts$|/migrations/|${test}` },
      to: { path: 'node_modules/(kysely|pg)/' },
    },
    {
      name: 'migrations-stand-still',
      comment: 'A migration that imports live code changes when that code does.',
      severity: 'error',
      from: { path: '/migrations/', pathNot: test },
      to: { path: '^(core|plugins|app)/', pathNot: '/migrations/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-core-knows-fastify',
      severity: 'error',
      from: { pathNot: '^core/server/' },
      to: { path: 'node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'testing-only-in-tests',
      severity: 'error',
      from: { pathNot: `${test}|${testing}|^(bench|e2e|examples)/|^(vitest|playwright)\\.config\\.ts$` },
      to: { path: `${testing}|node_modules/(vitest|@playwright/test|@testing-library|fast-check)/` },
    },
    {
      name: 'examples-start-without-test-tools',
      comment: 'The example organisation may use fake servers of testing layers. It runs in production, where no test tool is installed.',
      severity: 'error',
      from: { path: '^examples/tools/', pathNot: test },
      to: { path: '^core/testing/|node_modules/(vitest|@playwright/test|@testing-library|fast-check)/', reachable: true },
    },
    {
      name: 'nobody-needs-a-test',
      severity: 'error',
      from: {},
      to: { path: test },
    },
    {
      name: 'the-product-needs-no-tool',
      severity: 'error',
      from: { path: '^(core|ui|plugins|app)/' },
      to: { path: '^(bench|e2e|scripts)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|dist-server|\\.portico|backstage-reader)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
    },
  },
}
