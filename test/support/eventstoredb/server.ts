/**
 * A stand-in for one insecure EventStoreDB node: the gRPC services that the client calls, over a real socket and
 * in memory, with the behaviour seen on a real server and faults that a test can inject.
 */
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { handleAppend, handleBatchAppend } from './appends.ts';
import type { AppendCall, BatchAppendCall } from './appends.ts';
import { handleRead } from './reads.ts';
import type { ReadCall } from './reads.ts';
import { Session } from './session.ts';
import type { SessionOptions } from './session.ts';
import { RecordStore } from './store.ts';
import { handleSubscription } from './subscriptions.ts';

const STREAMS = 'event_store.client.streams.Streams';
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;

/** The running stand-in; `session` is replaced by each restart, `store` is not. */
export interface EventStoreDbStandIn {
  readonly url: string;
  readonly store: RecordStore;
  readonly session: Session;
  /** Ends at once, as kill -9 would: calls break, what was not stored is lost. */
  kill(): void;
  /** Starts again on the same port with what was stored. */
  restart(): Promise<void>;
}

async function supportedMethods(session: Session): Promise<SupportedMethods> {
  await session.thawed();
  const names = [
    'read',
    'append',
    'delete',
    'tombstone',
    ...(session.options.batchAppend ? ['batchappend'] : []),
  ];
  const methods = names.map((name) =>
    new featuresPb.SupportedMethod().setServiceName(STREAMS.toLowerCase()).setMethodName(name),
  );
  return new featuresPb.SupportedMethods().setEventStoreServerVersion('23.10.6').setMethodsList(methods);
}

function serve(session: Session): Server {
  const server = new Server({ 'grpc.max_receive_message_length': MAX_MESSAGE_BYTES });
  server.addService(ServerFeaturesService, {
    getSupportedMethods: (_: ServerUnaryCall<unknown, unknown>, respond: sendUnaryData<SupportedMethods>) =>
      void supportedMethods(session).then((methods) => respond(null, methods)),
  });
  server.addService(StreamsService, {
    append: (call: AppendCall, respond: sendUnaryData<AppendResp>) => handleAppend(session, call, respond),
    batchAppend: (call: BatchAppendCall) => handleBatchAppend(session, call),
    read: (call: ReadCall) =>
      void (call.request.getOptions()?.hasSubscription() ? handleSubscription : handleRead)(session, call),
  });
  return server;
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });

export async function startEventStoreDb(options: Partial<SessionOptions> = {}): Promise<EventStoreDbStandIn> {
  const settings = { batchAppend: true, caughtUpMessages: false, liveBuffer: 64, ...options };
  const store = new RecordStore();
  let session = new Session(store, settings);
  let server = serve(session);
  const port = await listen(server, 0);
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    store,
    get session() {
      return session;
    },
    kill: () => server.forceShutdown(),
    async restart() {
      store.forgetRecentIds();
      session = new Session(store, settings);
      server = serve(session);
      await listen(server, port);
    },
  };
}
