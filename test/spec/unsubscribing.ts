/** DELETE /users/me/subscriptions. */
import { newChannel } from './channelSteps.ts';
import {
  administrator,
  asksForLogin,
  type Chapter,
  error,
  field,
  guest,
  member,
  moderator,
  owner,
  parameter,
  rule,
  type Shown,
} from './row.ts';

const badRequest = 'BAD_REQUEST';
const leave = 'DELETE /users/me/subscriptions';
const fresh = { subscriptions: ['{fresh}'] };
const public_ = { subscriptions: ['{channelName}'] };
const removed = { removed: ['{fresh}'], not_removed: [] };
const everybody = ['{owner}', '{moderator}', '{member}', '{guest}'];
const of = (principal: string): Shown => ({ ...fresh, principals: [principal] });

export const unsubscribing: Chapter = {
  about: leave,
  file: 'unsubscribing.ts',
  rows: [
    parameter('subscriptions', 'names the channels that the caller leaves, in any case', [
      owner('POST /users/me/subscriptions', { subscriptions: [{ name: 'Case {fresh}' }] }),
      owner(leave, { subscriptions: ['CASE {fresh}'] }).shows({ removed: ['Case {fresh}'], not_removed: [] }),
    ]),
    parameter('subscriptions', 'is required', [
      owner(leave).refused('REQUEST_VARIABLE_MISSING', "Missing 'subscriptions' argument", {
        var_name: 'subscriptions',
      }),
    ]),
    parameter('subscriptions', 'is a list of names', [
      owner(leave, { subscriptions: [7] }).refused(badRequest, 'subscriptions[0] is not a string'),
    ]),
    parameter('principals', 'default to the caller', [
      ...newChannel({ principals: everybody }),
      member(leave, fresh).shows(removed),
      owner('GET /streams/{id}/members').shows({ subscribers: ['{owner}', '{moderator}', '{guest}'] }),
    ]),
    parameter('principals', 'are people by their IDs', [
      ...newChannel({ principals: everybody }),
      owner(leave, of('{member}')).shows(removed),
    ]),
    parameter('principals', 'are people by their API addresses', [
      ...newChannel({ principals: everybody }),
      owner(leave, of('{memberEmail}')).shows(removed),
    ]),
    parameter('principals', 'may be the caller by ID', [
      ...newChannel({ principals: everybody }),
      member(leave, of('{member}')).shows(removed),
    ]),
    parameter('principals', 'may be the caller by address', [
      ...newChannel({ principals: everybody }),
      member(leave, of('{memberEmail}')).shows(removed),
    ]),
    parameter('principals', 'are existing people', [
      ...newChannel(),
      owner(leave, of('{nobody}')).refused(badRequest, 'No such user'),
    ]),
    parameter('principals', 'are people who have not left', [
      ...newChannel(),
      owner(leave, of('{leaver}')).refused(badRequest, 'User is deactivated'),
    ]),
    parameter('principals', 'is a list', [
      ...newChannel(),
      owner(leave, { ...fresh, principals: 1 }).refused(badRequest, 'principals is not a list'),
    ]),
    field('removed', 'are the names of channels that somebody left', [
      ...newChannel(),
      owner(leave, fresh).shows({ removed: ['{fresh}'] }),
    ]),
    field('not_removed', 'are the names of channels that somebody was not in', [
      ...newChannel(),
      member(leave, fresh).shows({ removed: [], not_removed: ['{fresh}'] }),
    ]),
    field('not_removed', 'has a channel that some left and others were not in', [
      ...newChannel(),
      owner(leave, { ...fresh, principals: ['{owner}', '{member}'] }).shows({
        removed: ['{fresh}'],
        not_removed: ['{fresh}'],
      }),
    ]),
    error(badRequest, 'names the channels that do not exist', [
      owner(leave, { subscriptions: ['no such', 'nor this'] }).refused(
        badRequest,
        'Channel(s) (no such, nor this) do not exist',
      ),
    ]),
    error(badRequest, 'answers hidden channels like absent ones', [
      member(leave, { subscriptions: ['{hiddenName}'] }).refused(
        badRequest,
        'Channel(s) ({hiddenName}) do not exist',
      ),
    ]),
    error(badRequest, 'answers people who may not take others out', [
      ...newChannel({ principals: everybody }),
      moderator(leave, of('{member}')).refused(badRequest, 'Insufficient permission'),
    ]),
    asksForLogin(leave, public_),
    rule('guests leave what they follow', [
      ...newChannel({ principals: everybody }),
      guest(leave, fresh).shows(removed),
    ]),
    rule('administrators take anybody out of any channel', [
      ...newChannel({ invite_only: true, principals: everybody }),
      administrator(leave, of('{member}')).shows(removed),
    ]),
    ...['can_remove_subscribers_group', 'can_administer_channel_group'].map((name) =>
      rule(`${name} takes others out`, [
        ...newChannel({ principals: everybody, [name]: '{moderators}' }),
        moderator(leave, of('{member}')).shows(removed),
      ]),
    ),
    rule('nothing is recorded where nobody leaves', [
      ...newChannel(),
      member(leave, fresh).shows().records(0),
    ]),
  ],
};
