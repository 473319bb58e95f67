package dev.hpa.controller.soak;

import dev.hpa.sandbox.metrics.MetricsApi;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/** What goes wrong in a soak, and for how long. */
enum FaultKind {
  SERVER_RESTARTS(10) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.sandbox().stopServing();
    }

    @Override
    void end(SoakCluster cluster) throws IOException {
      cluster.sandbox().serveAgain();
    }
  },
  SERVER_IS_AWAY(150) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.sandbox().stopServing();
    }

    @Override
    void end(SoakCluster cluster) throws IOException {
      cluster.sandbox().serveAgain();
    }
  },
  WATCHES_ARE_REFUSED(120) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) throws IOException {
      cluster.faults("error:code=503,path=/api/v1/pods");
      cluster.breakConnections();
    }
  },
  WATCHES_EXPIRE(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) throws IOException {
      cluster.faults("expire-watch");
      cluster.breakConnections();
    }
  },
  LISTS_AND_WATCHES_EXPIRE(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) throws IOException {
      cluster.faults(
          "expire-watch",
          "error:code=410,method=GET,path=/apis/autoscaling/v2/horizontalpodautoscalers",
          "error:code=410,method=GET,path=/api/v1/pods");
      cluster.breakConnections();
    }
  },
  WATCHES_ARE_SILENT(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) throws IOException {
      cluster.faults("stall-watch");
      cluster.breakConnections();
    }
  },
  LISTS_ARE_STALE(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) throws IOException {
      cluster.faults("stale-list", "expire-watch:first=2");
      cluster.breakConnections();
    }
  },
  CONNECTIONS_ARE_RESET(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.faults("reset:probability=0.05,seed=" + random.nextInt(1000));
    }
  },
  ANSWERS_BREAK_OFF(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.faults("truncate:method=GET|WATCH,probability=0.3,seed=" + random.nextInt(1000));
    }
  },
  ANSWERS_ARE_GARBAGE(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.faults("corrupt:probability=0.3,seed=" + random.nextInt(1000));
    }
  },
  TOO_MANY_REQUESTS(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.faults("error:code=429,retry-after=1s,probability=0.5,seed=" + random.nextInt(1000));
    }
  },
  INTERNAL_ERRORS(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.faults("error:code=500,probability=0.5,seed=" + random.nextInt(1000));
    }
  },
  UNAVAILABLE_NOW_AND_THEN(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.faults(
          "error:code=503,probability=0.3,seed=" + random.nextInt(1000),
          "error:code=504,probability=0.3,seed=" + random.nextInt(1000));
    }
  },
  ANSWERS_ARE_SLOW(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.faults("latency:delay=2s,probability=0.2,seed=" + random.nextInt(1000));
    }
  },
  SCALES_ARE_FORBIDDEN(45) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.faults("error:code=403,path=/apis/apps/v1/**/scale");
    }
  },
  SCALES_CONFLICT(45) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.faults(
          "conflict:path=/apis/apps/v1/**/scale,probability=0.8,seed=" + random.nextInt(1000));
    }
  },
  STATUSES_CONFLICT(45) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.faults("conflict:path=/apis/autoscaling/**/status");
    }
  },
  METRICS_ARE_AWAY(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      for (String group : METRICS) {
        cluster.faults("error:code=503,path=" + group);
      }
    }
  },
  METRICS_ARE_TRUNCATED(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      for (String group : METRICS) {
        cluster.faults("truncate:path=" + group);
      }
    }
  },
  METRICS_ARE_GARBAGE(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      for (String group : METRICS) {
        cluster.faults("corrupt:path=" + group);
      }
    }
  },
  METRICS_APIS_ARE_REMOVED(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.sandbox().metricsApis().serve(EnumSet.noneOf(MetricsApi.class));
    }

    @Override
    void end(SoakCluster cluster) {
      cluster.sandbox().metricsApis().serve(MetricsApi.DEFAULTS);
    }
  },
  CLOCK_OF_THE_CLUSTER_IS_SET(45) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.faults("clock-skew:offset=" + (random.nextBoolean() ? "1h" : "-1h"));
    }
  },
  TOKENS_ARE_REVOKED(30) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.revokeTokens();
    }

    @Override
    void end(SoakCluster cluster) throws IOException {
      cluster.writeKubeconfigs();
    }
  },
  CERTIFICATE_IS_REPLACED(20) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) throws IOException {
      cluster.sandbox().renewCertificate();
      cluster.breakConnections();
    }

    @Override
    void end(SoakCluster cluster) throws IOException {
      cluster.writeKubeconfigs();
    }
  },
  LEASES_ARE_REFUSED(40) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.faults("error:code=503,path=/apis/coordination.k8s.io/**");
    }
  },
  LEADER_IS_REPLACED(5) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.replaceLeader();
    }
  },
  A_POD_IS_UNREADABLE(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.objects().addUnreadablePod();
    }

    @Override
    void end(SoakCluster cluster) {
      cluster.objects().removeUnreadable();
    }
  },
  AN_AUTOSCALER_IS_UNREADABLE(60) {
    @Override
    void begin(SoakCluster cluster, RandomGenerator random) {
      cluster.objects().addUnreadableAutoscaler();
    }

    @Override
    void end(SoakCluster cluster) {
      cluster.objects().removeUnreadable();
    }
  };

  private static final Set<String> METRICS =
      Set.of(
          "/apis/metrics.k8s.io/**",
          "/apis/custom.metrics.k8s.io/**",
          "/apis/external.metrics.k8s.io/**");

  private final Duration lasts;

  FaultKind(int seconds) {
    this.lasts = Duration.ofSeconds(seconds);
  }

  Duration lasts() {
    return lasts;
  }

  abstract void begin(SoakCluster cluster, RandomGenerator random) throws IOException;

  void end(SoakCluster cluster) throws IOException {
    cluster.clearFaults();
  }
}
