package dev.hpa.app.serving;

import dev.hpa.app.cluster.CallListener;

/**
 * Who is told of the calls by which callers are reviewed.
 *
 * @param tokens of those that ask whose a token is
 * @param access of those that ask what somebody may see
 */
public record Reviews(CallListener tokens, CallListener access) {

  static final Reviews UNHEARD = new Reviews(new CallListener() {}, new CallListener() {});
}
