package dev.hpa.sandbox.access;

import java.util.List;

/** Decides what users may do. Thread-safe, and asked for every request. */
public sealed interface Authorizer permits Authorizer.AllowAll, RoleAuthorizer {

  AuthorizationResult verdict(User user, RequestAttributes attempt);

  /** The rules that hold for a user, those of the whole cluster before those of a namespace. */
  List<PolicyRule> rules(User user, String namespace);

  /** Everybody may do everything. */
  record AllowAll() implements Authorizer {

    @Override
    public AuthorizationResult verdict(User user, RequestAttributes attempt) {
      return AuthorizationResult.ALLOWED;
    }

    @Override
    public List<PolicyRule> rules(User user, String namespace) {
      return List.of(PolicyRule.EVERY_RESOURCE, PolicyRule.EVERY_PATH);
    }
  }
}
