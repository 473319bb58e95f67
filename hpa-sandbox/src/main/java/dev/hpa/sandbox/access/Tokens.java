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
 * The tokens there are and whom they stand for. Tokens are random texts that tell nothing by
 * themselves. Those of service accounts end by the cluster's clock, and with their account.
 *
 * <p>Thread-safe.
 */
public final class Tokens {

  /** Whom tokens are meant for unless they say otherwise: the API server. */
  public static final String API_SERVER = "https://kubernetes.default.svc";

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Cluster cluster;
  private final Map<String, User> known = new ConcurrentHashMap<>();
  private final Map<String, Issued> issued = new ConcurrentHashMap<>();

  public Tokens(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * The token of a service account.
   *
   * @param uid of the account; another one of the same name is somebody else
   * @param audiences whom it is meant for
   */
  public record Issued(
      String token, ObjectKey account, String uid, List<String> audiences, Instant expires) {

    public Issued {
      audiences = List.copyOf(audiences);
    }

    /** The user it stands for. */
    public User user() {
      return User.ofServiceAccount(account.namespace(), account.name(), uid);
    }

    /** Without the token itself. */
    @Override
    public String toString() {
      return "token of " + account + " until " + expires;
    }
  }

  /** A new token of {@code system:admin}, who may do everything and whose token does not end. */
  public String admit() {
    String token = random();
    add(new KnownUser(User.ADMIN, token));
    return token;
  }

  /** The token of {@link User#VIEWER}; the same at every call. */
  public synchronized String viewer() {
    return known.entrySet().stream()
        .filter(each -> each.getValue().equals(User.VIEWER))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseGet(
            () -> {
              String token = random();
              add(new KnownUser(User.VIEWER, token));
              return token;
            });
  }

  /** Lets a user in until the token is revoked; who had the token before has it no longer. */
  public void add(KnownUser user) {
    known.put(user.token(), user.user());
  }

  /** Issues a token of a service account that exists. */
  public Issued issue(StoredObject account, List<String> audiences, Duration life) {
    Instant now = cluster.now();
    issued.values().removeIf(old -> !old.expires().isAfter(now));
    Issued token = new Issued(random(), account.key(), account.uid(), audiences, now.plus(life));
    issued.put(token.token(), token);
    return token;
  }

  /**
   * Whom a token stands for.
   *
   * @param audiences the token has to be meant for one of them
   * @return null when nobody knows it, or when it is expired, revoked, meant for others or of an
   *     account that is gone
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

  /** Those of the audiences a token is meant for. */
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

  /** The tokens of service accounts that are good now. */
  public List<Issued> issued() {
    return issued.values().stream().filter(this::isGood).toList();
  }

  /** Makes a token worthless, whoever it is of; false when there was none. */
  public boolean revoke(String token) {
    return known.remove(token) != null || issued.remove(token) != null;
  }

  /** Makes all tokens of a service account worthless; the account may ask for new ones. */
  public void revokeOf(ObjectKey account) {
    issued.values().removeIf(token -> token.account().equals(account));
  }

  /** Makes the tokens of all service accounts worthless. */
  public void revokeIssued() {
    issued.clear();
  }

  private static String random() {
    byte[] bytes = new byte[16];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
