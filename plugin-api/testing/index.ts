// What tests of plugins from outside may use. Each export is stable since 1.0 unless the heading above it says otherwise.

// A server with the plugin, and a database of its own
export {
  createRecordingLog,
  eventually,
  openTestDatabase,
  silentLog,
  startTestServer,
  type LogLine,
  type TestCaller,
  type TestDatabase,
  type TestDatabaseOptions,
  type TestServer,
  type TestServerOptions,
} from '@portico/core/testing'
