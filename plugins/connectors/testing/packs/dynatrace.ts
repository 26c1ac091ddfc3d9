import { wants, type FakeTool } from '../fake-tool.ts'

const problem = (id: string, status: string, severity: string, minutes: number) => {
  const startTime = Date.now() - 86_400_000
  return {
    problemId: id,
    displayId: `P-${id}`,
    title: 'Response time degradation',
    impactLevel: 'SERVICES',
    severityLevel: severity,
    status,
    startTime,
    endTime: status === 'OPEN' ? -1 : startTime + minutes * 60_000,
    rootCauseEntity: { entityId: { id: 'SERVICE-0A', type: 'SERVICE' }, name: 'web' },
  }
}

/** Dynatrace's environment API: problems of an entity, and failed runs of a synthetic monitor. */
export const dynatraceTool: FakeTool = {
  authorization: { authorization: 'Api-Token dynatrace-secret' },
  routes: [
    {
      path: /^\/api\/v2\/problems$/,
      query: ['entitySelector', 'from', 'pageSize'],
      check: wants({ entitySelector: 'entityId("SERVICE-0A1B2C3D4E5F6071")' }),
      answer: () => ({
        json: { totalCount: 2, pageSize: 50, problems: [problem('1', 'OPEN', 'PERFORMANCE', 0), problem('2', 'CLOSED', 'ERROR', 30)] },
      }),
    },
    {
      path: /^\/api\/v2\/synthetic\/execution\/([^/]+)\/FAILED$/,
      answer: (_request, monitorId) =>
        monitorId === 'HTTP_CHECK-1'
          ? {
              json: {
                monitorId,
                locationsExecutionResults: [
                  { locationId: 'GEO-9', executionId: '7', requestResults: [{ startTimestamp: 1_790_000_000_000 }] },
                ],
              },
            }
          : { status: 404, json: { error: { code: 404, message: 'No such execution' } } },
    },
  ],
}
