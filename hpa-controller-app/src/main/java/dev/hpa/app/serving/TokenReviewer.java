package dev.hpa.app.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.kube.client.TtlCache;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApi;
import dev.hpa.spi.KubernetesApiException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Authenticates tokens by TokenReview. Failures are not cached. Thread-safe. */
final class TokenReviewer {

  private static final String PATH = "/apis/authentication.k8s.io/v1/tokenreviews";

  private final KubernetesApi api;
  private final Duration ttl;
  private final TtlCache<String, User> known;
  private final ReviewCalls<String, Owner> calls;

  TokenReviewer(KubernetesApi api, Duration ttl, InstantSource clock) {
    this.api = api;
    this.ttl = ttl;
    this.known = new TtlCache<>(clock, Limit.REMEMBERED_REVIEWS.asInt());
    this.calls = new ReviewCalls<>(clock);
  }

  /**
   * The result of a TokenReview.
   *
   * @param user null if the token is invalid
   * @param error the reason if it is invalid
   */
  private record Owner(@Nullable User user, String error) {}

  /**
   * The user of a token.
   *
   * @throws TooManyReviewsException if the rate limit of reviews is exceeded
   */
  User review(String token) throws NotAuthenticatedException, TooManyReviewsException {
    String key = digest(token);
    User remembered = known.get(key);
    if (remembered != null) {
      return remembered;
    }
    Owner owner;
    try {
      owner = calls.run(key, known.contains(key), () -> ask(key, token));
    } catch (KubernetesApiException failure) {
      throw new NotAuthenticatedException(
          "the token cannot be reviewed: " + failure.text(), failure);
    }
    if (owner.user() == null) {
      throw new NotAuthenticatedException("the token is invalid: " + owner.error());
    }
    return owner.user();
  }

  private Owner ask(String key, String token) throws KubernetesApiException {
    User justNow = known.get(key);
    if (justNow != null) {
      return new Owner(justNow, "");
    }
    ObjectNode review = JsonNodeFactory.instance.objectNode();
    review.put("kind", "TokenReview").put("apiVersion", "authentication.k8s.io/v1");
    review.putObject("metadata");
    review.putObject("spec").put("token", token);
    JsonNode status =
        api.call(
            ApiRequest.post(
                PATH,
                new ApiRequest.Subject("tokenreviews", "authentication.k8s.io", ""),
                Json.write(review)),
            ReviewCalls::status);
    if (!status.path("authenticated").asBoolean()) {
      return new Owner(null, status.path("error").asText());
    }
    User user = user(status.path("user"));
    known.put(key, user, ttl);
    return new Owner(user, "");
  }

  private static User user(JsonNode user) {
    Map<String, List<String>> extra = new HashMap<>();
    user.path("extra")
        .properties()
        .forEach(each -> extra.put(each.getKey(), texts(each.getValue())));
    return new User(
        user.path("username").asText(),
        user.path("uid").asText(),
        texts(user.path("groups")),
        extra);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  /** Hashed, so that memory holds no tokens. */
  private static String digest(String token) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
