import type { FakeRequest } from '@portico/integrations/testing'
import type { FakeTool } from '../fake-tool.ts'

const measures = {
  coverage: '81.4',
  duplicated_lines_density: '2.1',
  ncloc: '12040',
  bugs: '3',
  vulnerabilities: '0',
  code_smells: '57',
  security_hotspots: '1',
  reliability_rating: '3.0',
  security_rating: '1.0',
  sqale_rating: '1.0',
  sqale_index: '610',
}

/** The parameter names the one project that is known; others are 404 in the words of SonarQube. */
const ofProject = (parameter: string, json: (request: FakeRequest) => unknown) => (request: FakeRequest) => {
  const key = request.url.searchParams.get(parameter)
  return key === 'acme:web' ? { json: json(request) } : { status: 404, json: { errors: [{ msg: `Component key '${key}' not found` }] } }
}

/** SonarQube's web API: measures, the quality gate, and when a project was analysed. */
export const sonarqubeTool: FakeTool = {
  authorization: { authorization: 'Bearer sonar-secret' },
  routes: [
    {
      path: /^\/api\/measures\/component$/,
      query: ['component', 'metricKeys'],
      check: ({ url }) => (url.searchParams.get('metricKeys')?.includes(' ') ? 'metric keys have no spaces' : undefined),
      answer: ofProject('component', ({ url }) => {
        const wanted = url.searchParams.get('metricKeys')?.split(',') ?? []
        const found = Object.entries(measures).filter(([metric]) => wanted.includes(metric))
        return { component: { key: 'acme:web', qualifier: 'TRK', measures: found.map(([metric, value]) => ({ metric, value })) } }
      }),
    },
    {
      path: /^\/api\/qualitygates\/project_status$/,
      query: ['projectKey'],
      answer: ofProject('projectKey', () => ({
        projectStatus: {
          status: 'ERROR',
          conditions: [
            { status: 'ERROR', metricKey: 'new_coverage', comparator: 'LT', errorThreshold: '80', actualValue: '61.2' },
            { status: 'OK', metricKey: 'new_duplicated_lines_density', comparator: 'GT', errorThreshold: '3', actualValue: '0.0' },
          ],
        },
      })),
    },
    {
      path: /^\/api\/components\/show$/,
      query: ['component'],
      answer: ofProject('component', () => ({ component: { key: 'acme:web', analysisDate: '2026-11-18T22:10:00+0000' }, ancestors: [] })),
    },
  ],
}
