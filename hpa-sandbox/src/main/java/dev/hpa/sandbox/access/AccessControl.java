package dev.hpa.sandbox.access;

import java.util.function.Consumer;

/**
 * Authentication, authorization and audit of the API server.
 *
 * @param admitsAnonymous whether requests without a token are those of {@code system:anonymous} and
 *     go through authorization
 * @param audit receives every request; many threads call it
 */
public record AccessControl(
    TokenAuthenticator tokens,
    Authorizer authorizer,
    boolean admitsAnonymous,
    Consumer<AuditEvent> audit) {}
