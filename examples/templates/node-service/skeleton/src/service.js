import { createServer } from 'node:http'

const routes = {
  'GET /health': () => ({ status: 200, body: { status: 'ok' } }),
}

/** The HTTP server, not yet listening. */
export function createService() {
  return createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const route = routes[`${request.method} ${path}`]
    const { status, body } = route ? route(request) : { status: 404, body: { title: 'Not found', status: 404 } }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
}
