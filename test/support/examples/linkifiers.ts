/** Samples of events about linkifiers, playgrounds and allowed domains. */
import { domainEvents } from '../../../src/events/organizations.ts';
import { linkifierEvents } from '../../../src/events/linkifiers.ts';
import { playgroundEvents } from '../../../src/events/linkifiers.ts';
import { sample } from './sample.ts';

const linkifier = {
  linkifierId: 1,
  pattern: '#(?P<id>[0-9]+)',
  urlTemplate: 'https://tracker.example.com/{id}',
  exampleInput: '#12',
  reverseTemplate: '#{id}',
  alternativeUrlTemplates: ['https://old.example.com/{id}'],
};

export const linkifierExamples = {
  linkifierAdded: sample(linkifierEvents, 'LinkifierAdded', () => linkifier),
  linkifierChanged: sample(linkifierEvents, 'LinkifierChanged', () => ({ ...linkifier, exampleInput: null })),
  linkifierRemoved: sample(linkifierEvents, 'LinkifierRemoved', () => ({ linkifierId: 2 })),
  linkifiersReordered: sample(linkifierEvents, 'LinkifiersReordered', () => ({ order: [1] })),
  playgroundAdded: sample(playgroundEvents, 'PlaygroundAdded', () => ({
    playgroundId: 1,
    name: 'Rust playground',
    language: 'Rust',
    urlTemplate: 'https://play.example.com/?code={code}',
  })),
  playgroundRemoved: sample(playgroundEvents, 'PlaygroundRemoved', () => ({ playgroundId: 2 })),
  domainAllowed: sample(domainEvents, 'DomainAllowed', () => ({
    domainId: 1,
    domain: 'example.com',
    allowsSubdomains: false,
  })),
  domainChanged: sample(domainEvents, 'DomainChanged', () => ({
    domain: 'example.com',
    allowsSubdomains: true,
  })),
  domainDisallowed: sample(domainEvents, 'DomainDisallowed', () => ({ domain: 'example.org' })),
};
