package dev.hpa.sandbox.access;

/**
 * Whether an attempt is allowed.
 *
 * @param reason why, as far as there is something to tell; empty otherwise
 */
public record AuthorizationResult(boolean allowed, String reason) {

  static final AuthorizationResult ALLOWED = new AuthorizationResult(true, "");
}
