// What tests of plugins from outside may use in a browser's environment. Each export is stable since 1.0.

// A page of the plugin, with its routes answered by the test
export { answer, renderPage, type AnsweredRequest, type RenderPageOptions, type RouteAnswer } from '@portico/core/testing/web'
