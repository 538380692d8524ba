/**
 * A stand-in for one EventStoreDB node: the gRPC services that the client calls, over a real socket, with the
 * behaviour seen on real servers and faults that a test can inject.
 */
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { OperationsService } from '@eventstore/db-client/generated/operations_grpc_pb.js';
import operationsPb from '@eventstore/db-client/generated/operations_pb.js';
import type { ScavengeResp } from '@eventstore/db-client/generated/operations_pb.js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { denial, refusal } from './accounts.ts';
import { handleAppend, handleBatchAppend } from './appends.ts';
import type { AppendCall, BatchAppendCall } from './appends.ts';
import { aloneAt, clusterInfo, refusalOfRole } from './gossip.ts';
import { streamNameOf } from './messages.ts';
import { handleRead } from './reads.ts';
import type { ReadCall } from './reads.ts';
import { Session } from './session.ts';
import type { SessionOptions } from './session.ts';
import { RecordStore } from './store.ts';
import { handleSubscription } from './subscriptions.ts';
import { type Version, WAYS } from './ways.ts';

const STREAMS = 'event_store.client.streams.Streams';
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;

const USUAL = { batchAppend: true, pageDelay: 0, commitTime: 1, liveBuffer: 32, denied: new Set<string>() };

export interface StandInOptions extends Partial<Omit<SessionOptions, 'ways'>> {
  /** Whose ways it has. */
  readonly like?: Version;
  /** Where it keeps its events; only in memory unless given. */
  readonly file?: string;
  /** What it keeps its events in; one of its own unless given. */
  readonly store?: RecordStore;
  /** The same port for ever; any free one unless given. */
  readonly port?: number;
  /** Encrypted with these, in PEM; without them the driver sends no credentials. */
  readonly certificate?: { readonly key: string; readonly certificate: string };
}

/** The running stand-in; `session` is replaced by each restart, `store` is not. */
export interface EventStoreDbStandIn {
  readonly url: string;
  readonly port: number;
  readonly store: RecordStore;
  readonly session: Session;
  /** Ends at once, as kill -9 would: calls break, what was not stored is lost. */
  kill(): void;
  /** Starts again on the same port with what was stored. */
  restart(): Promise<void>;
}

async function supportedMethods(session: Session): Promise<SupportedMethods> {
  await session.thawed();
  const { batchAppend, ways } = session.options;
  const names = ['read', 'append', 'delete', 'tombstone', ...(batchAppend ? ['batchappend'] : [])];
  const methods = names.map((name) =>
    new featuresPb.SupportedMethod().setServiceName(STREAMS.toLowerCase()).setMethodName(name),
  );
  return new featuresPb.SupportedMethods().setEventStoreServerVersion(ways.version).setMethodsList(methods);
}

async function scavenge(session: Session): Promise<ScavengeResp> {
  await session.thawed();
  const id = crypto.randomUUID();
  session.store.scavenge(id);
  const { ScavengeResp: Response } = operationsPb;
  return new Response().setScavengeId(id).setScavengeResult(Response.ScavengeResult.STARTED);
}

async function gossip(session: Session, port: number): Promise<ClusterInfo> {
  await session.thawed();
  return clusterInfo(session.options.membership?.members() ?? aloneAt(port));
}

function serve(session: Session, port: () => number): Server {
  const { accounts, membership } = session.options;
  const server = new Server({ 'grpc.max_receive_message_length': MAX_MESSAGE_BYTES });
  server.addService(ServerFeaturesService, {
    getSupportedMethods: (_: ServerUnaryCall<unknown, unknown>, respond: sendUnaryData<SupportedMethods>) =>
      void supportedMethods(session).then((methods) => respond(null, methods)),
  });
  server.addService(GossipService, {
    read: (_: ServerUnaryCall<unknown, unknown>, respond: sendUnaryData<ClusterInfo>) =>
      void gossip(session, port()).then((info) => respond(null, info)),
  });
  server.addService(OperationsService, {
    startScavenge(call: ServerUnaryCall<unknown, unknown>, respond: sendUnaryData<ScavengeResp>) {
      const refused = refusal(accounts, call.metadata, 'everything');
      if (refused) respond(refused);
      else void scavenge(session).then((started) => respond(null, started));
    },
  });
  server.addService(StreamsService, {
    append(call: AppendCall, respond: sendUnaryData<AppendResp>) {
      const refused =
        refusal(accounts, call.metadata, 'a stream') ?? refusalOfRole(membership, call.metadata);
      if (refused) respond(refused);
      else handleAppend(session, call, respond);
    },
    batchAppend(call: BatchAppendCall) {
      const refused =
        refusal(accounts, call.metadata, 'a stream') ?? refusalOfRole(membership, call.metadata);
      if (refused) call.emit('error', refused);
      else handleBatchAppend(session, call);
    },
    read(call: ReadCall) {
      const options = call.request.getOptions();
      const refused =
        refusal(accounts, call.metadata, options?.hasAll() ? 'everything' : 'a stream') ??
        denial(
          session.options.denied,
          'read',
          options?.hasAll() ? '$all' : streamNameOf(options?.getStream()?.getStreamIdentifier()),
        ) ??
        refusalOfRole(membership, call.metadata);
      if (refused) call.emit('error', refused);
      else void (options?.hasSubscription() ? handleSubscription : handleRead)(session, call);
    },
  });
  return server;
}

function listen(server: Server, port: number, { certificate }: StandInOptions): Promise<number> {
  const credentials = certificate
    ? ServerCredentials.createSsl(null, [
        { private_key: Buffer.from(certificate.key), cert_chain: Buffer.from(certificate.certificate) },
      ])
    : ServerCredentials.createInsecure();
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
}

export async function startEventStoreDb(options: StandInOptions = {}): Promise<EventStoreDbStandIn> {
  const { like = '23.10', accounts, membership, file, port: requestedPort = 0, ...given } = options;
  const settings = { ...USUAL, ...given, accounts, membership, ways: WAYS[like] };
  const store = options.store ?? new RecordStore(file);
  let session = new Session(store, settings);
  let port = requestedPort;
  let server = serve(session, () => port);
  port = await listen(server, requestedPort, options);
  return {
    url: options.certificate ? `esdb://localhost:${port}` : `esdb://127.0.0.1:${port}?tls=false`,
    port,
    store,
    get session() {
      return session;
    },
    kill: () => server.forceShutdown(),
    async restart() {
      store.forgetRecentIds();
      session = new Session(store, settings);
      server = serve(session, () => port);
      await listen(server, port, options);
    },
  };
}
