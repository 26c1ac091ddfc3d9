import { lastTime } from '../chance.ts'
import type { ToolAnswer, ToolRequest } from '../tool.ts'

export interface SonarqubeProject {
  readonly lines: number
  readonly coverage: number
  readonly duplication: number
  readonly bugs: number
  readonly vulnerabilities: number
  readonly smells: number
  readonly hotspots: number
  /** Of reliability, security and maintainability: 1 is A. */
  readonly ratings: readonly [number, number, number]
  /** What SonarQube says instead of an answer. */
  readonly fails?: string
}

const minCoverage = 70

/** SonarQube: measures and quality gates. */
export function answerSonarqube(
  projects: Readonly<Record<string, SonarqubeProject>>,
  { url }: ToolRequest,
  path: string,
): ToolAnswer | undefined {
  const key = url.searchParams.get('component') ?? url.searchParams.get('projectKey') ?? ''
  const project = Object.hasOwn(projects, key) ? projects[key] : undefined
  if (!project) return { status: 404, json: { errors: [{ msg: `Component key '${key}' not found` }] } }
  if (project.fails !== undefined) return { status: 503, json: { errors: [{ msg: project.fails }] } }
  if (path === '/api/components/show') {
    const analysed = new Date(lastTime(Date.now(), 7 * 3_600_000, key).at).toISOString()
    return { json: { component: { key, analysisDate: analysed } } }
  }
  if (path === '/api/qualitygates/project_status') {
    const conditions = [
      condition('new_coverage', 'LT', minCoverage, project.coverage, project.coverage >= minCoverage),
      condition('new_duplicated_lines_density', 'GT', 3, project.duplication, project.duplication <= 3),
      condition('new_vulnerabilities', 'GT', 0, project.vulnerabilities, project.vulnerabilities === 0),
    ]
    const status = conditions.some(each => each.status === 'ERROR') ? 'ERROR' : 'OK'
    return { json: { projectStatus: { status, conditions } } }
  }
  if (path !== '/api/measures/component') return undefined
  const [reliability, security, maintainability] = project.ratings
  const measures = {
    coverage: project.coverage,
    duplicated_lines_density: project.duplication,
    ncloc: project.lines,
    bugs: project.bugs,
    vulnerabilities: project.vulnerabilities,
    code_smells: project.smells,
    security_hotspots: project.hotspots,
    reliability_rating: reliability,
    security_rating: security,
    sqale_rating: maintainability,
  }
  const wanted = url.searchParams.get('metricKeys')?.split(',') ?? []
  const found = Object.entries(measures).filter(([metric]) => wanted.includes(metric))
  return { json: { component: { key, measures: found.map(([metric, value]) => ({ metric, value: String(value) })) } } }
}

function condition(metricKey: string, comparator: string, limit: number, actual: number, isGood: boolean) {
  return { status: isGood ? 'OK' : 'ERROR', metricKey, comparator, errorThreshold: String(limit), actualValue: String(actual) }
}
