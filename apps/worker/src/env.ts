import { answerLanguageSchema, leaseSecondsSchema, repositoryEnvironmentSchema } from '@shipmate/agents';
import { checkRemoteToolsEnvironment, remoteToolsEnvironmentSchema } from '@shipmate/agents/tools';
import { storageEnvironmentSchema } from '@shipmate/db/environment';
import { modelEnvironmentSchema } from '@shipmate/providers';
import { logLevels, parseEnvironment, telemetryEnvironmentSchema } from '@shipmate/runtime';
import { toolEnvironmentSchema } from '@shipmate/tools';
import { z } from 'zod';

const environmentSchema = z
  .object({
    ...modelEnvironmentSchema.shape,
    ...telemetryEnvironmentSchema.shape,
    ...storageEnvironmentSchema.shape,
    ...toolEnvironmentSchema.shape,
    ...remoteToolsEnvironmentSchema.shape,
    ...repositoryEnvironmentSchema.pick({ REPOSITORY_FOLDER: true }).shape,
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    WORKER_HOST: z.string().default('127.0.0.1'),
    WORKER_PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
    /** Number of runs that it executes concurrently. */
    WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(4),
    /** Number of runs of one organization that all workers execute concurrently; unlimited by default. */
    WORKER_ORGANIZATION_CONCURRENCY: z.coerce.number().int().min(1).optional(),
    RUN_LEASE_SECONDS: leaseSecondsSchema,
    ANSWER_LANGUAGE: answerLanguageSchema.optional(),
    /** Retention of a run's events after its end, in days; its messages are kept. */
    RUN_EVENTS_DAYS: z.coerce.number().int().min(1).default(30),
    /** Retention of events of rules that started no execution, in days. */
    RULE_EVENTS_DAYS: z.coerce.number().int().min(1).default(30),
    LOG_LEVEL: z.enum(logLevels).default('info'),
  })
  .superRefine(checkRemoteToolsEnvironment);
export type WorkerEnvironment = z.output<typeof environmentSchema>;

/** Reads the environment of this process. @throws AppError `VALIDATION_ERROR` that names every bad variable. */
export function readEnvironment(): WorkerEnvironment {
  return parseEnvironment(environmentSchema, process.env, { WORKER_PORT: 'PORT', TOOLS_API_URL: 'GO_BACKEND_URL' });
}
