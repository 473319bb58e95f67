package dev.hpa.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleClientFactory;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.ScaleException.Reason;
import dev.hpa.spi.Setting;
import dev.hpa.spi.TargetScale;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A conformant client passes every contract test; each defect fails exactly one. */
class ScaleClientContractTest {

  private static final List<Flaw> FLAWS =
      List.of(
          new Flaw(
              BadName.class,
              "nameHasLettersDigitsAndDashes",
              "scale client \"-cart\": invalid; use lower-case letters, digits and dashes"),
          new Flaw(
              WithVersion.class,
              "groupsHaveNoVersion",
              "group \"shop.example/v1\": contains a version"),
          new Flaw(
              Undescribed.class,
              "settingsAreWellFormed",
              "description of the setting \"depth\" is empty"),
          new Flaw(
              Unregistered.class,
              "factoryIsRegistered",
              "add it to META-INF/services/dev.hpa.spi.ScaleClientFactory"),
          new Flaw(
              Hasty.class,
              "factoryConstructorStartsNoThread",
              "threads that the constructor of the factory started ==> expected: <[]> but was:"
                  + " <[hasty]>"),
          new Flaw(
              Elsewhere.class,
              "readReturnsTheReplicas",
              "namespace of the read scale ==> expected"),
          new Flaw(
              Changing.class, "rereadReturnsTheSameScale", "scale of the second read ==> expected"),
          new Flaw(
              Echoing.class,
              "writeReturnsTheUpdatedScale",
              "scale that the write returned ==> expected"),
          new Flaw(Once.class, "returnedScaleCanBeWritten", "a cart is scaled once"),
          new Flaw(
              Overwriting.class,
              "staleWriteFailsWithConflict",
              "write with a stale resourceVersion: expected a failure of [CONFLICT], but was"
                  + " WRITE"),
          new Flaw(
              Losing.class,
              "oneOfConcurrentWritesSucceeds",
              "successful writes with the same resourceVersion ==> expected: <1> but was: <0>"),
          new Flaw(Inventing.class, "missingTargetFailsWithReadOrMapping", "cart-missing"),
          new Flaw(
              Vague.class,
              "invalidReferenceFailsWithInvalidReference",
              "read of the apiVersion a/b/c: expected a failure of [INVALID_REFERENCE], but was"
                  + " READ"),
          new Flaw(
              Careless.class,
              "writeChangesOnlyReplicas",
              "state of the source besides the replicas ==> expected: <app=cart> but was:"
                  + " <other=selector>"),
          new Flaw(
              Leaking.class,
              "closeStopsAllThreads",
              "threads of the client after close() ==> expected: <[]> but was: <[leak]>"),
          new Flaw(
              Breaking.class,
              "readAfterCloseReturnsOrIsRefused",
              "unexpected exception java.lang.NullPointerException"));

  @TestFactory
  Stream<DynamicTest> eachDefectFailsItsContractTest() {
    return Flaw.tests(FLAWS);
  }

  @Test
  void conformantClientPasses() {
    ContractRun run = ContractRun.of(Sample.class);
    assertEquals(Map.of(), run.failed());
    assertEquals(Map.of(), run.skipped());
    assertEquals(Flaw.checks(FLAWS), run.passed().keySet());
  }

  @Test
  void missingOverrideIsSkippedWithAReason() {
    assertEquals(
        Map.of(
            "writeChangesOnlyReplicas",
            "stateBesidesReplicas() is not overridden: the test needs the state of the source"),
        ContractRun.of(Sparse.class).skipped());
  }

  /** Overrides only the abstract methods. */
  static class Sparse extends ScaleClientContract {
    final SampleScaleClient client = client();

    SampleScaleClient client() {
      return new SampleScaleClient();
    }

    @Override
    protected ScaleClientFactory factory() {
      return new SampleScaleClientFactory(name(), groups(), declared(), this::made);
    }

    String name() {
      return SampleScaleClientFactory.NAME;
    }

    Set<String> groups() {
      return SampleScaleClientFactory.GROUPS;
    }

    List<Setting> declared() {
      return List.of();
    }

    ScaleClient made() {
      return client;
    }

    @Override
    protected String namespace() {
      return "shop";
    }

    @Override
    protected CrossVersionObjectReference target() {
      return new CrossVersionObjectReference("Cart", "cart", "shop.example/v1");
    }

    @Override
    protected int replicas() {
      return 2;
    }
  }

  static class Sample extends Sparse {
    @Override
    protected Object stateBesidesReplicas() {
      return client.selector();
    }
  }

  static final class BadName extends Sample {
    @Override
    String name() {
      return "-cart";
    }
  }

  static final class WithVersion extends Sample {
    @Override
    Set<String> groups() {
      return Set.of("shop.example/v1");
    }
  }

  static final class Undescribed extends Sample {
    @Override
    List<Setting> declared() {
      return List.of(Setting.optional("depth", Setting.Type.WHOLE_NUMBER, " "));
    }
  }

  static final class Unregistered extends Sample {
    @Override
    protected ScaleClientFactory factory() {
      return new SampleScaleClientFactory(name(), groups(), declared(), this::made) {};
    }
  }

  static final class Hasty extends Sample {
    @Override
    protected ScaleClientFactory factory() {
      return new HastyScaleClientFactory();
    }

    @Override
    protected Object stateBesidesReplicas() {
      return "none";
    }
  }

  static final class Elsewhere extends Sample {
    @Override
    SampleScaleClient client() {
      return new SampleScaleClient() {
        @Override
        public TargetScale read(String namespace, CrossVersionObjectReference target)
            throws ScaleException {
          return elsewhere(super.read(namespace, target));
        }

        @Override
        public TargetScale reread(TargetScale target) throws ScaleException {
          return elsewhere(super.reread(target));
        }

        @Override
        public synchronized TargetScale write(TargetScale target) throws ScaleException {
          return elsewhere(super.write(target));
        }
      };
    }

    private static TargetScale elsewhere(TargetScale read) {
      return new TargetScale(
          "bank", read.name(), read.group(), read.resource(), read.metadata(), read.scale());
    }
  }

  /** The second read returns other replicas, until the first write. */
  static final class Changing extends Sample {
    @Override
    SampleScaleClient client() {
      return new SampleScaleClient() {
        @Override
        public TargetScale reread(TargetScale target) {
          TargetScale read = current();
          return read.scale().specReplicas() == 2
              ? read.reread(read.metadata(), read.scale().withSpecReplicas(1))
              : read;
        }
      };
    }
  }

  /** Returns the written object with the new resourceVersion. */
  static final class Echoing extends Sample {
    @Override
    SampleScaleClient client() {
      return new SampleScaleClient() {
        @Override
        public synchronized TargetScale write(TargetScale target) throws ScaleException {
          TargetScale written = super.write(target);
          return target.reread(target.metadata(), written.scale());
        }
      };
    }
  }

  static final class Once extends Sample {
    @Override
    SampleScaleClient client() {
      return new SampleScaleClient() {
        @Override
        public synchronized TargetScale write(TargetScale target) throws ScaleException {
          if (isGuarded(target) && target.scale().specReplicas() == 4 && hasThree()) {
            throw new ScaleException(Reason.WRITE, "a cart is scaled once", null);
          }
          return super.write(target);
        }

        private boolean hasThree() {
          return current().scale().specReplicas() == 3;
        }
      };
    }
  }

  /** Reports a conflict as a write failure, except on virtual threads. */
  static final class Overwriting extends Sample {
    @Override
    SampleScaleClient client() {
      return new SampleScaleClient() {
        @Override
        public synchronized TargetScale write(TargetScale target) throws ScaleException {
          if (!isGuarded(target) && !Thread.currentThread().isVirtual()) {
            throw new ScaleException(Reason.WRITE, "no", null);
          }
          return super.write(target);
        }
      };
    }
  }

  /** Rejects all concurrent writes. */
  static final class Losing extends Sample {
    @Override
    SampleScaleClient client() {
      return new SampleScaleClient() {
        @Override
        boolean isGuarded(TargetScale target) {
          return super.isGuarded(target) && !Thread.currentThread().isVirtual();
        }
      };
    }
  }

  static final class Inventing extends Sample {
    @Override
    SampleScaleClient client() {
      return new SampleScaleClient() {
        @Override
        void checkIsThere(CrossVersionObjectReference target) {}
      };
    }
  }

  static final class Vague extends Sample {
    @Override
    SampleScaleClient client() {
      return new SampleScaleClient() {
        @Override
        void checkReference(CrossVersionObjectReference target) throws ScaleException {
          try {
            super.checkReference(target);
          } catch (ScaleException failure) {
            throw new ScaleException(Reason.READ, failure.text(), failure);
          }
        }
      };
    }
  }

  static final class Careless extends Sample {
    @Override
    SampleScaleClient client() {
      return new SampleScaleClient() {
        @Override
        public synchronized TargetScale write(TargetScale target) throws ScaleException {
          if (isGuarded(target)) {
            select(target.scale().selector());
          }
          return super.write(target);
        }
      };
    }
  }

  static final class Leaking extends Sample {
    @Override
    ScaleClient made() {
      Thread.ofPlatform().name("leak").daemon().start(new CompletableFuture<Void>()::join);
      return client;
    }

    @Override
    protected Duration shutdownTimeout() {
      return Duration.ofMillis(10);
    }
  }

  static final class Breaking extends Sample {
    @Override
    SampleScaleClient client() {
      return new SampleScaleClient() {
        private volatile boolean closed;

        @Override
        void checkIsThere(CrossVersionObjectReference target) throws ScaleException {
          if (closed) {
            throw new NullPointerException();
          }
          super.checkIsThere(target);
        }

        @Override
        public void close() {
          closed = true;
        }
      };
    }
  }
}
