package dev.hpa.sandbox.access;

import java.util.function.Consumer;

/**
 * Who is let in, what they may do, and who is told of it.
 *
 * @param admitsAnonymous whether requests without a token are those of {@code system:anonymous}, to
 *     be judged like all others
 * @param audit is told every request; called by many threads
 */
public record Access(
    Tokens tokens, Authorizer authorizer, boolean admitsAnonymous, Consumer<AuditEvent> audit) {}
