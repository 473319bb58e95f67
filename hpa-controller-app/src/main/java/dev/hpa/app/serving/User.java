package dev.hpa.app.serving;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who asks.
 *
 * @param uid empty when there is none
 * @param extra what else the authenticator knows, by key
 */
record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {

  /** Who says nothing about himself. */
  static final User ANONYMOUS = new User("system:anonymous", "", List.of("system:unauthenticated"));

  private static final String AUTHENTICATED = "system:authenticated";

  User {
    groups = List.copyOf(groups);
    extra = new TreeMap<>(extra);
  }

  User(String name, String uid, List<String> groups) {
    this(name, uid, groups, Map.of());
  }

  /** The same, as a member of the group of all who were recognised. */
  User authenticated() {
    if (groups.contains(AUTHENTICATED)) {
      return this;
    }
    List<String> all = new ArrayList<>(groups);
    all.add(AUTHENTICATED);
    return new User(name, uid, all, extra);
  }
}
