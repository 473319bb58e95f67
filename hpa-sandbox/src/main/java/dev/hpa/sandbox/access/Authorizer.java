package dev.hpa.sandbox.access;

/** Authorizes requests. Thread-safe; called for every request. */
public sealed interface Authorizer permits Authorizer.AllowAll, RbacAuthorizer {

  AuthorizationResult authorize(User user, RequestAttributes attempt);

  /** Allows every request. */
  record AllowAll() implements Authorizer {

    @Override
    public AuthorizationResult authorize(User user, RequestAttributes attempt) {
      return AuthorizationResult.ALLOWED;
    }
  }
}
