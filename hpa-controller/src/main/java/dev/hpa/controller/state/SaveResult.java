package dev.hpa.controller.state;

import dev.hpa.spi.KubernetesApiException;
import java.util.Locale;

/** The result of saving a shard. */
public enum SaveResult {
  SUCCESS,

  /** RBAC or an admission plugin refuses the write. */
  FORBIDDEN,

  /** A resource quota of the namespace is exhausted. */
  QUOTA,

  /** Another client writes the ConfigMap at the same time. */
  CONFLICT,

  /** A process that loaded the state later writes it: this one has lost the Lease. */
  SUPERSEDED,

  /** The ConfigMap is too large for the API server. */
  TOO_LARGE,

  /** The API server cannot be reached, or does not respond in time. */
  UNREACHABLE,

  /** The API server failed, or throttles requests. */
  SERVER_ERROR,

  /** The API server rejects the ConfigMap for another reason. */
  REJECTED,

  /** A fault of this program. */
  FAILED;

  /** The value of the metric's label. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether other ConfigMaps fail for the same reason, because the API server does not work. */
  boolean isOfServer() {
    return this == UNREACHABLE || this == SERVER_ERROR;
  }

  static SaveResult of(KubernetesApiException failure) {
    if (failure.isConflict() || failure.reason().equals("AlreadyExists")) {
      return CONFLICT;
    }
    return switch (failure.code()) {
      case 0, 408, 504 -> UNREACHABLE;
      case 401 -> FORBIDDEN;
      case 403 -> failure.text().contains("exceeded quota") ? QUOTA : FORBIDDEN;
      case 413 -> TOO_LARGE;
      case 422 -> failure.text().contains("Too long") ? TOO_LARGE : REJECTED;
      case 429 -> SERVER_ERROR;
      default -> failure.code() >= 500 ? SERVER_ERROR : REJECTED;
    };
  }
}
