/** The SDK's public interface, and the project's only barrel: open a device, read and write offline, sync. */
export { openDevice } from './device.ts';
export type { ActingKind, Device } from './device-type.ts';
export type { DeviceOptions, StreamSocket } from './options.ts';
export { dexieStorage } from './storage/dexie.ts';
export { memoryStorage } from './storage/memory.ts';
export type { FieldsByKind, Shown, ViewKind } from './kinds.ts';
export type { EditView, EntryView, Filter, ReadView } from './views.ts';
export type { SignArguments } from './sign.ts';
export type { Briefing } from './brief.ts';
export { statementIn, type Statement } from './statement.ts';
export type { Outbox, OutboxItem } from './outbox.ts';
export type { CommandState, Refusal } from './outbox-command.ts';
export type { Phase, Status } from './status.ts';
export type { SyncSummary } from './exchange.ts';
export { SyncError, type SyncFault } from './sync-error.ts';
export { Problem, type FieldProblem, type ProblemBody, type ProblemCode } from '../shared/problem.ts';
