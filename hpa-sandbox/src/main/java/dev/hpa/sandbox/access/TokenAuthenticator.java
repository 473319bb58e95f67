package dev.hpa.sandbox.access;

import dev.hpa.sandbox.cluster.Cluster;
import dev.hpa.sandbox.cluster.ResourceTypes;
import dev.hpa.sandbox.store.ObjectKey;
import dev.hpa.sandbox.store.StoredObject;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates bearer tokens. Tokens are random strings without content. Those of service accounts
 * expire by the cluster's clock, and when the account is deleted.
 *
 * <p>Thread-safe.
 */
public final class TokenAuthenticator {

  /** The default audience of tokens: the API server. */
  public static final String API_SERVER = "https://kubernetes.default.svc";

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Cluster cluster;
  private final Map<String, User> known = new ConcurrentHashMap<>();
  private final Map<String, Issued> issued = new ConcurrentHashMap<>();

  public TokenAuthenticator(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * A token of a service account.
   *
   * @param uid the uid of the account; tokens of a deleted account are not valid for its successor
   * @param audiences the audiences of the token
   */
  public record Issued(
      String token, ObjectKey account, String uid, List<String> audiences, Instant expires) {

    public Issued {
      audiences = List.copyOf(audiences);
    }

    /** The user that the token authenticates. */
    public User user() {
      return User.ofServiceAccount(account.namespace(), account.name(), uid);
    }

    /** Does not contain the token. */
    @Override
    public String toString() {
      return "token of " + account + " until " + expires;
    }
  }

  /** Creates a token of {@code system:admin}, which may do everything and does not expire. */
  public String createAdminToken() {
    String token = random();
    add(new StaticUser(User.ADMIN, token));
    return token;
  }

  /** Creates a token of {@link User#OBSERVER}, which does not expire. */
  public String createObserverToken() {
    String token = random();
    add(new StaticUser(User.OBSERVER, token));
    return token;
  }

  /**
   * Adds a static token, which is valid until it is revoked. It replaces the user of an existing
   * token.
   */
  public void add(StaticUser user) {
    known.put(user.token(), user.user());
  }

  /** Issues a token for an existing service account. */
  public Issued issue(StoredObject account, List<String> audiences, Duration life) {
    Instant now = cluster.now();
    issued.values().removeIf(old -> !old.expires().isAfter(now));
    Issued token = new Issued(random(), account.key(), account.uid(), audiences, now.plus(life));
    issued.put(token.token(), token);
    return token;
  }

  /**
   * Authenticates a token.
   *
   * @param audiences the token must be issued for one of these
   * @return null when the token is unknown, expired, revoked, issued for other audiences, or of a
   *     deleted service account
   */
  public @Nullable User user(String token, Collection<String> audiences) {
    User user = known.get(token);
    if (user != null) {
      return audiences.contains(API_SERVER) ? user : null;
    }
    Issued found = issued.get(token);
    return found != null
            && isGood(found)
            && found.audiences().stream().anyMatch(audiences::contains)
        ? found.user()
        : null;
  }

  /** The given audiences that the token is valid for. */
  public List<String> audiences(String token, Collection<String> among) {
    Issued found = issued.get(token);
    List<String> all = found == null ? List.of(API_SERVER) : found.audiences();
    return all.stream().filter(among::contains).toList();
  }

  private boolean isGood(Issued token) {
    StoredObject account = cluster.find(ResourceTypes.SERVICE_ACCOUNTS, token.account());
    return account != null
        && account.uid().equals(token.uid())
        && token.expires().isAfter(cluster.now());
  }

  /** The valid tokens of service accounts. */
  public List<Issued> issued() {
    return issued.values().stream().filter(this::isGood).toList();
  }

  /** Revokes a token; returns false when it does not exist. */
  public boolean revoke(String token) {
    return known.remove(token) != null || issued.remove(token) != null;
  }

  /** Revokes all tokens of a service account, which may request new ones. */
  public void revokeOf(ObjectKey account) {
    issued.values().removeIf(token -> token.account().equals(account));
  }

  /** Revokes the tokens of all service accounts. */
  public void revokeIssued() {
    issued.clear();
  }

  private static String random() {
    byte[] bytes = new byte[16];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
