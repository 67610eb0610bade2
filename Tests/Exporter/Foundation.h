// What generated Objective-C uses of Foundation, for a check of its syntax and types without Apple's headers.

#include <math.h>
#include <stdint.h>

typedef signed char BOOL;
#define YES __objc_yes
#define NO __objc_no

@interface NSObject
+ (instancetype)alloc;
@end
@interface NSString : NSObject
@end
@interface NSConstantString : NSString
@end
@interface NSNumber : NSObject
+ (NSNumber *)numberWithBool:(BOOL)value;
+ (NSNumber *)numberWithInt:(int)value;
+ (NSNumber *)numberWithLong:(long)value;
+ (NSNumber *)numberWithLongLong:(long long)value;
+ (NSNumber *)numberWithUnsignedLongLong:(unsigned long long)value;
+ (NSNumber *)numberWithDouble:(double)value;
+ (NSNumber *)numberWithFloat:(float)value;
@end
@interface NSArray : NSObject
+ (instancetype)arrayWithObjects:(const id[])objects count:(unsigned long)count;
@end
@protocol NSCopying
@end
@interface NSDictionary : NSObject
+ (instancetype)dictionaryWithObjects:(const id[])objects forKeys:(const id[])keys count:(unsigned long)count;
@end
@interface NSDate : NSObject
+ (instancetype)dateWithTimeIntervalSinceReferenceDate:(double)seconds;
@end
@interface NSData : NSObject
- (instancetype)initWithBase64EncodedString:(NSString *)text options:(unsigned long)options;
@end
@interface NSUserDefaults : NSObject
+ (NSUserDefaults *)standardUserDefaults;
- (instancetype)initWithSuiteName:(NSString *)name;
- (void)registerDefaults:(NSDictionary *)values;
@end
