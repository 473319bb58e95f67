package dev.hpa.sandbox.access;

import java.util.List;

/** Authorizes requests. Thread-safe; called for every request. */
public sealed interface Authorizer permits Authorizer.AllowAll, RbacAuthorizer {

  AuthorizationResult authorize(User user, RequestAttributes attempt);

  /** The rules that apply to a user: those of the cluster first, then those of the namespace. */
  List<PolicyRule> rules(User user, String namespace);

  /** Allows every request. */
  record AllowAll() implements Authorizer {

    @Override
    public AuthorizationResult authorize(User user, RequestAttributes attempt) {
      return AuthorizationResult.ALLOWED;
    }

    @Override
    public List<PolicyRule> rules(User user, String namespace) {
      return List.of(PolicyRule.EVERY_RESOURCE, PolicyRule.EVERY_PATH);
    }
  }
}
