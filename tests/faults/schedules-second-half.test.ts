import { testSchedules } from './schedules.ts'

testSchedules(1_001, 2_000)
