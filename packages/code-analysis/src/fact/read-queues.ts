import type { CodeFact } from '@shipmate/domain/code-map';
import { type CodeCall, receiverOf, verbOf } from '../call/code-call.ts';
import { type FactReader, type FactSource, importsAny, toFact } from './fact-source.ts';

type QueueKind = 'queue_producer' | 'queue_consumer';

/** A call that names a queue. */
interface QueueRule {
  /** The last name of the call. */
  readonly verb: string;
  readonly kind: QueueKind;
  /** The modules of which one is imported. Without them, `decorates` decides. */
  readonly modules: readonly string[];
  readonly receiver?: RegExp;
  readonly isNew?: boolean;
  readonly decorates?: boolean;
  /** The position of the argument with the name; undefined for named arguments only. */
  readonly position?: number;
  readonly fields?: readonly string[];
}

const bull = ['bullmq', 'bull'];
const boss = ['pg-boss'];
const amqp = ['amqplib', 'pika', 'github.com/rabbitmq/amqp091-go', 'github.com/streadway/amqp'];
const kafka = ['kafkajs', 'kafka', 'confluent_kafka', 'aiokafka', '@confluentinc/kafka-javascript'];
const spring = ['org.springframework'];
const sqs = ['@aws-sdk/client-sqs', 'boto3', 'aws-sdk'];
const producer = { kind: 'queue_producer' } as const;
const consumer = { kind: 'queue_consumer' } as const;

const rules: readonly QueueRule[] = [
  { verb: 'Queue', isNew: true, modules: bull, position: 0, ...producer },
  { verb: 'Worker', isNew: true, modules: bull, position: 0, ...consumer },
  { verb: 'QueueEvents', isNew: true, modules: bull, position: 0, ...consumer },
  ...['send', 'sendAfter', 'sendOnce', 'sendSingleton', 'sendThrottled', 'publish', 'insert', 'schedule'].map(
    (verb): QueueRule => ({ verb, modules: boss, receiver: /boss|queue/iu, position: 0, ...producer }),
  ),
  ...['work', 'subscribe', 'fetch'].map(
    (verb): QueueRule => ({ verb, modules: boss, receiver: /boss|queue/iu, position: 0, ...consumer }),
  ),
  { verb: 'sendToQueue', modules: amqp, position: 0, ...producer },
  { verb: 'consume', modules: amqp, position: 0, ...consumer },
  { verb: 'Consume', modules: amqp, position: 0, ...consumer },
  { verb: 'basic_publish', modules: amqp, fields: ['routing_key'], ...producer },
  { verb: 'basic_consume', modules: amqp, position: 0, fields: ['queue'], ...consumer },
  { verb: 'send', modules: kafka, receiver: /producer/iu, position: 0, fields: ['topic'], ...producer },
  { verb: 'send_and_wait', modules: kafka, position: 0, ...producer },
  { verb: 'produce', modules: kafka, position: 0, fields: ['topic'], ...producer },
  { verb: 'subscribe', modules: kafka, receiver: /consumer/iu, position: 0, fields: ['topic', 'topics'], ...consumer },
  { verb: 'KafkaConsumer', modules: kafka, position: 0, ...consumer },
  { verb: 'AIOKafkaConsumer', modules: kafka, position: 0, ...consumer },
  { verb: 'send_task', modules: ['celery'], position: 0, fields: ['name'], ...producer },
  { verb: 'task', modules: ['celery'], decorates: true, fields: ['name'], ...consumer },
  { verb: 'shared_task', modules: ['celery'], decorates: true, fields: ['name'], ...consumer },
  { verb: 'send', modules: spring, receiver: /kafkaTemplate/iu, position: 0, ...producer },
  { verb: 'convertAndSend', modules: spring, position: 0, ...producer },
  { verb: 'KafkaListener', modules: spring, decorates: true, fields: ['topics'], ...consumer },
  { verb: 'RabbitListener', modules: spring, decorates: true, fields: ['queues'], ...consumer },
  { verb: 'JmsListener', modules: spring, decorates: true, fields: ['destination'], ...consumer },
  {
    verb: 'SqsListener',
    modules: ['io.awspring', 'org.springframework'],
    decorates: true,
    position: 0,
    fields: ['value', 'queueNames'],
    ...consumer,
  },
  { verb: 'SendMessageCommand', isNew: true, modules: sqs, fields: ['QueueUrl'], ...producer },
  { verb: 'SendMessageBatchCommand', isNew: true, modules: sqs, fields: ['QueueUrl'], ...producer },
  { verb: 'ReceiveMessageCommand', isNew: true, modules: sqs, fields: ['QueueUrl'], ...consumer },
  { verb: 'send_message', modules: sqs, fields: ['QueueUrl'], ...producer },
  { verb: 'receive_message', modules: sqs, fields: ['QueueUrl'], ...consumer },
];

/** Reads queues and topics that a program writes to or reads from, where a literal names them. */
export const readQueues: FactReader = (source) => {
  const active = rules.filter(({ modules }) => importsAny(source, modules));
  return active.length === 0 ? [] : source.calls.flatMap((call) => queuesOf(call, active, source));
};

function queuesOf(call: CodeCall, active: readonly QueueRule[], { language }: FactSource): CodeFact[] {
  const rule = active.find(
    ({ verb, receiver, isNew, decorates }) =>
      verbOf(call) === verb &&
      (receiver === undefined || receiver.test(receiverOf(call))) &&
      // Java, Go and Python have other words for `new` or none.
      (isNew === undefined || call.isNew === isNew || language === 'python') &&
      (decorates ?? false) === call.decorates,
  );
  if (!rule) return [];
  const positional = rule.position === undefined ? [] : (call.arguments[rule.position]?.values ?? []);
  const named = (rule.fields ?? []).flatMap((field) => call.named.get(field) ?? []);
  // An address of SQS ends with the name of the queue.
  return [...positional, ...named]
    .map((name) => (/^https?:\/\//u.test(name) ? name.slice(name.lastIndexOf('/') + 1) : name))
    .filter((name) => name !== '' && !name.includes('{}'))
    .map((name) => toFact(rule.kind, name, call.line));
}
