import { createService } from './service.js'

const name = '${{ values.name }}'
const port = Number(process.env.PORT ?? '${{ values.port }}')
const service = createService()

service.listen(port, () => console.log('%s listens on port %d', name, port))

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => service.close())
