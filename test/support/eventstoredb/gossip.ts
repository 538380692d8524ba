/** What the nodes of a cluster tell of each other, and what a node refuses because of its role. */
import { Metadata, status } from '@grpc/grpc-js';
import type { StatusObject } from '@grpc/grpc-js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendOutcome, Expected, Proposed } from './store.ts';

/** A node that knows of no leader serves nothing. */
export type Role = 'leader' | 'follower' | 'unknown';

/** One node, as the others know it. */
export interface Member {
  readonly port: number;
  readonly role: Role;
  readonly isAlive: boolean;
}

/** A node's part in its cluster. */
export interface Membership {
  readonly role: Role;
  members(): readonly Member[];
  /** At the leader; a node that is none passes the append on. */
  append(
    stream: string,
    expected: Expected,
    events: readonly Proposed[],
  ): Promise<AppendOutcome | 'unanswered'>;
}

/** What a node without a cluster tells. */
export const aloneAt = (port: number): readonly Member[] => [{ port, role: 'leader', isAlive: true }];

export function clusterInfo(members: readonly Member[]): ClusterInfo {
  const { ClusterInfo, EndPoint, MemberInfo } = gossipPb;
  const { LEADER, FOLLOWER, UNKNOWN } = MemberInfo.VNodeState;
  const states = { leader: LEADER, follower: FOLLOWER, unknown: UNKNOWN } as const;
  return new ClusterInfo().setMembersList(
    members.map(({ port, role, isAlive }) =>
      new MemberInfo()
        .setInstanceId(new sharedPb.UUID().setString(crypto.randomUUID()))
        .setTimeStamp(String(BigInt(Date.now()) * 10_000n))
        .setState(states[role])
        .setIsAlive(isAlive)
        .setHttpEndPoint(new EndPoint().setAddress('127.0.0.1').setPort(port)),
    ),
  );
}

/** Why a call is refused by a node with that part in its cluster; undefined where it is not. */
export function refusalOfRole(
  membership: Membership | undefined,
  requestMetadata: Metadata,
): Partial<StatusObject> | undefined {
  if (!membership) return undefined;
  if (membership.role === 'unknown') return { code: status.UNAVAILABLE, details: 'Server Is Not Ready' };
  if (membership.role === 'leader' || requestMetadata.get('requires-leader')[0] !== 'true') return undefined;
  const leader = membership.members().find(({ role }) => role === 'leader');
  const metadata = new Metadata();
  metadata.set('exception', 'not-leader');
  metadata.set('leader-endpoint-host', '127.0.0.1');
  metadata.set('leader-endpoint-port', String(leader?.port));
  return { code: status.NOT_FOUND, details: 'Leader info available', metadata };
}
