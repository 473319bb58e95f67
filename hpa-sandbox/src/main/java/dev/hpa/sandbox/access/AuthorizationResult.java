package dev.hpa.sandbox.access;

/**
 * The result of an authorization check.
 *
 * @param reason why the request is allowed or denied; may be empty
 */
public record AuthorizationResult(boolean allowed, String reason) {

  static final AuthorizationResult ALLOWED = new AuthorizationResult(true, "");
}
