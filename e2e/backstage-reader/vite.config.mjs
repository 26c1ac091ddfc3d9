import { defineConfig } from 'vite'

// Not installed (`overrides` of package.json), because no page of docs runs them: clients of hosts for servers, tools for tests, tables,
// coloured code of Backstage's own, and icons, which are left blank.
const absent = /^(?:@azure|@octokit|@testing-library|@material-table|@material-ui\/icons|react-syntax-highlighter)(?:\/|$)/

export default defineConfig({
  root: import.meta.dirname,
  define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}', global: 'globalThis' },
  build: { outDir: 'dist', minify: false, modulePreload: false, rolldownOptions: { shimMissingExports: true, onwarn() {} } },
  plugins: [
    {
      name: 'absent',
      enforce: 'pre',
      resolveId: source => (absent.test(source) ? '\0absent' : undefined),
      load: id => (id === '\0absent' ? 'export default () => null' : undefined),
    },
  ],
})
