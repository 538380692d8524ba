import type { OrganizationId } from '../../ids.ts';

/** A request that has been answered. */
export interface TracedRequest {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The header of that name: the trace of the caller. */
  readonly traceparent: string | undefined;
}

/** Where requests and deliveries are traced; there is none unless the operator asks for it. */
export interface Tracing {
  answered(request: TracedRequest): void;
  /** A waiting client got the events after a revision, up to another one. */
  delivered(organizationId: OrganizationId, after: number, upTo: number): void;
  stop(): Promise<void>;
}
