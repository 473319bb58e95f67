package dev.hpa.sandbox.access;

import java.util.List;
import java.util.stream.Stream;

/**
 * The user of a request.
 *
 * @param uid may be empty
 */
public record User(String name, String uid, List<String> groups) {

  /** The group whose members may do everything. */
  public static final String MASTERS = "system:masters";

  private static final String ALL_AUTHENTICATED = "system:authenticated";
  private static final String SERVICE_ACCOUNTS = "system:serviceaccounts";

  /** The user of requests without a token. */
  public static final User ANONYMOUS =
      new User("system:anonymous", "", List.of("system:unauthenticated"));

  /** The user of requests with an unknown token. */
  public static final User UNKNOWN = new User("", "", List.of());

  /** The cluster administrator. */
  public static final User ADMIN = authenticated("system:admin", "", List.of(MASTERS));

  /**
   * The user of programs that observe the cluster without influence on what it records: it may read
   * everything, write nothing, and faults and the audit log ignore its requests.
   */
  public static final User OBSERVER = authenticated("sandbox:observer", "", List.of());

  public User {
    groups = List.copyOf(groups);
  }

  /** An authenticated user, which is also in {@code system:authenticated}. */
  public static User authenticated(String name, String uid, List<String> groups) {
    return new User(
        name,
        uid,
        Stream.concat(groups.stream(), Stream.of(ALL_AUTHENTICATED)).distinct().toList());
  }

  /** A service account with the groups of all and of its namespace. */
  public static User ofServiceAccount(String namespace, String name, String uid) {
    return authenticated(
        serviceAccount(namespace, name),
        uid,
        List.of(SERVICE_ACCOUNTS, SERVICE_ACCOUNTS + ":" + namespace));
  }

  /** The user name of a service account. */
  static String serviceAccount(String namespace, String name) {
    return "system:serviceaccount:" + namespace + ":" + name;
  }
}
