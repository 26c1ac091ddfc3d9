import { type FakeTool } from '../fake-tool.ts'

const testCase = (name: string, status: string, duration: number) => ({
  className: 'web.PageTest',
  name,
  status,
  age: status === 'PASSED' ? 0 : 2,
  duration,
  errorDetails: status === 'PASSED' ? null : 'expected 2, was 3',
})

/** Jenkins with the JUnit plugin: the test report of a job in a folder. */
export const jenkinsTool: FakeTool = {
  authorization: { authorization: `Basic ${Buffer.from('portal:jenkins-secret').toString('base64')}` },
  routes: [
    {
      path: /^\/job\/team\/job\/web\/lastCompletedBuild\/testReport\/api\/json$/,
      query: ['tree'],
      check: ({ url }) => (url.searchParams.get('tree')?.startsWith('duration,') ? undefined : 'ask for a tree: everything is too much'),
      answer: () => ({
        json: {
          _class: 'hudson.tasks.junit.TestResult',
          duration: 12.5,
          failCount: 1,
          passCount: 9,
          skipCount: 2,
          suites: [{ cases: [testCase('opens', 'PASSED', 4), testCase('adds', 'REGRESSION', 0.5)] }],
        },
      }),
    },
  ],
}
